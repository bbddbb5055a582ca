import {
  type DefineSetupFnComponent,
  defineComponent,
  h,
  inject,
  onMounted,
  type Plugin,
  shallowRef,
  watchEffect,
} from "vue";
import type { TesseraOptions } from "../../src/index.ts";
import { defineTesseraElements, type TesseraClass } from "../elements/define-elements.ts";
import { driveElement } from "../elements/drive-element.ts";
import {
  type ElementName,
  elementEvents,
  elementOptions,
  sharedOptions,
} from "../elements/element-options.ts";

/** What all widgets of an app have in common. It may be `reactive`. */
export interface SharedOptions
  extends Pick<TesseraOptions, "publishableKey" | "apiUrl" | "locale"> {
  /** The SDK's class `Tessera`, from the package or from the script tag. Null while its script loads. */
  readonly sdk: TesseraClass | null | undefined;
}

type Emits<Events> = { [Name in keyof Events]: (detail: Events[Name]) => void };

/** A component with a widget's options as props, its events, and its element's methods. */
export type Widget<Options extends object, Events> = DefineSetupFnComponent<
  Options & Partial<SharedOptions>,
  Emits<Events>
>;

type AnyProps = Readonly<Record<string, unknown>>;
const key = Symbol("tessera");

/** Gives all widgets of an app the SDK, the publishable key and the language: `app.use(tessera, { … })`. */
export const tessera: Plugin<[SharedOptions]> = {
  install: (app, options) => {
    app.provide(key, options);
  },
};

/** A component that renders the element, which ends its widget when it leaves the page. */
export function createComponent<Options extends object, Events>(
  name: ElementName,
): Widget<Options, Events> {
  return defineComponent(
    (props: AnyProps, { emit, expose }) => {
      const shared = inject<AnyProps>(key, {});
      const element = shallowRef<HTMLElement | null>(null);
      const read = (option: string) => props[option] ?? shared[option];
      let update: (() => void) | undefined;
      onMounted(() => {
        watchEffect(() => {
          const sdk = read("sdk") as TesseraClass | undefined;
          if (!sdk || !element.value) return;
          defineTesseraElements(sdk);
          update ??= driveElement(element.value, name, { read, emit });
          update();
        });
      });
      expose({
        element,
        confirm: () => (element.value as unknown as { confirm(): Promise<unknown> }).confirm(),
        focus: () => element.value?.focus(),
      });
      return () => h(`tessera-${name}`, { ref: element });
    },
    {
      name: `Tessera${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      props: ["sdk", ...sharedOptions, ...elementOptions[name]],
      emits: [...elementEvents],
    },
  ) as unknown as Widget<Options, Events>;
}
