import { Tessera } from "tessera";
import { TesseraPayment, tessera } from "tessera/vue";
import { createApp, h, ref } from "vue";

const { publishableKey, tesseraUrl } = await (await fetch("/config")).json();
const { orderId, clientSecretKey } = await (await fetch("/orders", { method: "POST" })).json();

const Shop = {
  setup() {
    const outcome = ref("");
    const onComplete = ({ type }) => {
      outcome.value = type === "success" ? `Thank you! ${orderId}` : `Not paid: ${type}`;
    };
    return () => [
      h("h1", "Enamel mug, $49.99"),
      h(TesseraPayment, { clientSecretKey, onComplete }),
      h("p", { id: "outcome", role: "status" }, outcome.value),
    ];
  },
};

createApp(Shop).use(tessera, { sdk: Tessera, publishableKey, apiUrl: tesseraUrl }).mount("#shop");
