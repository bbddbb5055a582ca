import type {
  DisbursementElements,
  KycElements,
  PaymentElements,
  Tessera,
  TesseraOptions,
} from "../../src/index.ts";
import {
  type ElementName,
  elementEvents,
  elementOptions,
  sharedOptions,
} from "./element-options.ts";

/** The SDK's class `Tessera`. */
export type TesseraClass = new (options: TesseraOptions) => Tessera;
type Widget = PaymentElements | DisbursementElements | KycElements;
type Values = Record<string, unknown>;

const attributeOf = (option: string) =>
  option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Defines `<tessera-payment>`, `<tessera-disbursement>` and `<tessera-kyc>`. The SDK's options are properties, and
 * attributes where they are text (`client-secret-key`); its events are DOM events with the payload in `detail`. Does
 * nothing on a server, or if the elements are defined already.
 */
export function defineTesseraElements(Tessera: TesseraClass): void {
  if (typeof customElements === "undefined" || customElements.get("tessera-payment")) return;
  define("payment", (tessera, options) => tessera.createPaymentElements(options as never));
  define("disbursement", (tessera, options) =>
    tessera.createDisbursementElements(options as never),
  );
  define("kyc", (tessera, options) => tessera.createKycElements(options as never));

  function define(name: ElementName, create: (tessera: Tessera, options: Values) => Widget): void {
    const secret = elementOptions[name][0];
    const names: readonly string[] = [...sharedOptions, ...elementOptions[name]];

    class TesseraElement extends HTMLElement {
      static observedAttributes = names.map(attributeOf);
      static {
        for (const option of names) {
          Object.defineProperty(TesseraElement.prototype, option, {
            get(this: TesseraElement) {
              return this.#values[option];
            },
            set(this: TesseraElement, value: unknown) {
              this.#set(option, value);
            },
          });
        }
      }
      #values: Values = {};
      #changed: Values = {};
      #widget: Widget | null = null;
      #isScheduled = false;

      /** The SDK's object; null before the element has its key and its secret. */
      get widget(): Widget | null {
        return this.#widget;
      }

      connectedCallback(): void {
        // A property that was set before the element was defined shadows the class's accessor.
        for (const option of names) {
          if (!Object.hasOwn(this, option)) continue;
          const value = Reflect.get(this, option);
          Reflect.deleteProperty(this, option);
          Reflect.set(this, option, value);
        }
        if (!this.style.display) this.style.display = "block";
        this.#schedule();
      }

      disconnectedCallback(): void {
        this.#schedule();
      }

      /** Empty on purpose. Without it, `moveBefore` runs disconnectedCallback and connectedCallback instead. */
      connectedMoveCallback(): void {}

      attributeChangedCallback(attribute: string, _: string | null, text: string | null): void {
        const option = names.find((name) => attributeOf(name) === attribute) ?? "";
        this.#set(option, option === "submitButton" ? text !== "false" : (text ?? undefined));
      }

      #set(option: string, given: unknown): void {
        // The SDK ignores undefined in an update, and this option's default is true.
        const value = option === "submitButton" ? (given ?? true) : given;
        if (this.#values[option] === value) return;
        this.#values[option] = value;
        this.#changed[option] = value;
        this.#schedule();
      }

      /** Submits the payment form. Rejects with `not_mounted` if there is none. */
      async confirm(): Promise<unknown> {
        this.#apply();
        if (!this.#widget || !("confirm" in this.#widget)) {
          const message = `<tessera-${name}> has nothing to confirm.`;
          throw Object.assign(new Error(message), { code: "not_mounted", party: "integrator" });
        }
        return this.#widget.confirm();
      }

      override focus(): void {
        this.#widget?.focus();
      }

      /**
       * Applies changes together, a moment later. A removed element waits for a task, because frameworks move an element
       * by removing and inserting it.
       */
      #schedule(): void {
        if (this.#isScheduled) return;
        this.#isScheduled = true;
        const apply = () => {
          this.#isScheduled = false;
          this.#apply();
        };
        if (this.isConnected) queueMicrotask(apply);
        else setTimeout(apply);
      }

      #apply(): void {
        const changed = this.#changed;
        const values = this.#values;
        this.#changed = {};
        const isUsable = this.isConnected && values["publishableKey"] && values[secret];
        if (!isUsable || sharedOptions.some((option) => option in changed)) this.#destroyWidget();
        if (!isUsable) return;
        try {
          if (!this.#widget) this.#createWidget();
          else if (Object.keys(changed).length > 0) this.#widget.update(changed as never);
          this.#widget?.mount(this);
        } catch (error) {
          console.error(error);
          this.#emit("loaderror", error);
        }
      }

      #createWidget(): void {
        const tessera = new Tessera(this.#values as unknown as TesseraOptions);
        const widget = create(tessera, this.#values);
        const listen = widget.on as (event: string, handler: (detail: unknown) => void) => void;
        for (const event of elementEvents) listen(event, (detail) => this.#emit(event, detail));
        this.#widget = widget;
      }

      #destroyWidget(): void {
        this.#widget?.destroy();
        this.#widget = null;
      }

      #emit(event: string, detail: unknown): void {
        this.dispatchEvent(new CustomEvent(event, { detail }));
      }
    }

    customElements.define(`tessera-${name}`, TesseraElement);
  }
}
