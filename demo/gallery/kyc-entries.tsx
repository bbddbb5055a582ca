import { render } from "preact";
import { createCamera } from "../../widgets/kyc/camera/camera.ts";
import { CameraScene } from "../../widgets/kyc/camera/camera-scene.tsx";
import { HandoffView } from "../../widgets/kyc/handoff/handoff-view.tsx";
import type { KycState } from "../../widgets/kyc/machine/state.ts";
import { type KycParts, KycView } from "../../widgets/kyc/view/kyc-view.tsx";
import { CustomerDataStep } from "../../widgets/steps/customer-data-step.tsx";
import { drawSpecimen } from "./draw-specimen.ts";
import type { GalleryEntry } from "./gallery-entry.ts";
import { galleryTexts } from "./gallery-texts.ts";
import { kycExamples, live } from "./kyc-examples.ts";

const nothing = () => undefined;

export const kycEntries: readonly GalleryEntry[] = Object.entries(kycExamples).map(
  ([id, example]): GalleryEntry => ({
    id: `kyc-${id}`,
    group: "Identity",
    title: example.title,
    ...(example.note === undefined ? {} : { note: example.note }),
    render(place, { language, locale }) {
      const texts = galleryTexts("kyc", language);
      const parts: KycParts = {
        camera: createCamera(),
        checkBarcode: async () => "unknown",
        loadHandoff: async () => HandoffView,
        loadCamera:
          async () =>
          ({ side: shown, file, onBack }) => (
            <CameraScene
              texts={texts}
              file={file}
              onBack={onBack}
              side={shown}
              phase={example.phase ?? live}
              onAllow={nothing}
              onShutter={nothing}
            />
          ),
        dataStep:
          example.place === "phone"
            ? null
            : ({ session }) => (
                <CustomerDataStep
                  api={{ fillIn: async () => ({ ok: true, value: { requirements: [] } }) }}
                  texts={galleryTexts("personal", language)}
                  fields={session?.requirements[0]?.fields ?? []}
                  address={null}
                  locale={locale}
                  nowMs={Date.now}
                  onDone={nothing}
                />
              ),
      };
      const draw = (state: KycState) =>
        render(
          <KycView
            state={state}
            texts={texts}
            locale={locale}
            parts={parts}
            place={example.place ?? "frame"}
            online={example.online ?? true}
            offersPhone={example.place !== "phone"}
            send={nothing}
          />,
          place,
        );
      draw(example.state);
      const { picture } = example.state;
      if (picture)
        drawSpecimen((blob) => draw({ ...example.state, picture: { ...picture, blob } }));
    },
  }),
);
