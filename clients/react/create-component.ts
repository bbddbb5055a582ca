"use client";

import {
  type CSSProperties,
  createContext,
  createElement,
  type ForwardedRef,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  useContext,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";
import type { TesseraOptions } from "../../src/index.ts";
import { defineTesseraElements, type TesseraClass } from "../elements/define-elements.ts";
import { driveElement } from "../elements/drive-element.ts";
import type { ElementName } from "../elements/element-options.ts";

/** What all widgets of a page have in common. */
export interface SharedProps extends Pick<TesseraOptions, "publishableKey" | "apiUrl" | "locale"> {
  /** The SDK's class `Tessera`, from the package or from the script tag. Null while its script loads. */
  readonly sdk: TesseraClass | null | undefined;
}

/** Handlers such as `onComplete` for `complete`, with the SDK's argument. */
type Handlers<Events> = {
  readonly [Name in keyof Events & string as Name extends "loaderror"
    ? "onLoadError"
    : `on${Capitalize<Name>}`]?: ((detail: Events[Name]) => void) | undefined;
};

/** A widget's options and events, the provider's props, and the box around the widget. */
export type WidgetProps<Options, Events> = Options &
  Handlers<Events> &
  Partial<SharedProps> & {
    readonly id?: string;
    readonly className?: string;
    readonly style?: CSSProperties;
  };

export type Widget<Options, Events, Element> = ForwardRefExoticComponent<
  WidgetProps<Options, Events> & RefAttributes<Element>
>;

const Shared = createContext<Partial<SharedProps>>({});

/** Gives all widgets below it the SDK, the publishable key and the language. */
export function TesseraProvider(
  props: SharedProps & { readonly children?: ReactNode },
): ReactElement {
  return createElement(Shared.Provider, { value: props }, props.children);
}

type AnyProps = Readonly<Record<string, unknown>>;

/**
 * Creates a component that renders the element. The element destroys its widget when it leaves the page, not when React
 * runs effect clean-ups. StrictMode, Suspense and Activity run those while the element stays in the page, and the
 * customer's input must survive that.
 */
export function createComponent<Options, Events, Element>(
  name: ElementName,
): Widget<Options, Events, Element> {
  function Component(own: AnyProps, ref: ForwardedRef<HTMLElement>) {
    const shared: AnyProps = { ...useContext(Shared) };
    const read = (option: string) => own[option] ?? shared[option];
    const latest = useRef({ own, read });
    const drive = useRef<{ element: HTMLElement; update: () => void } | null>(null);
    const elementRef = useRef<HTMLElement | null>(null);

    useImperativeHandle(ref, () => elementRef.current as HTMLElement, []);
    useEffect(() => {
      latest.current = { own, read };
      const element = elementRef.current;
      const sdk = read("sdk") as TesseraClass | undefined;
      if (!element || !sdk) return;
      defineTesseraElements(sdk);
      if (drive.current?.element !== element) {
        const update = driveElement(element, name, {
          read: (option) => latest.current.read(option),
          emit(event, detail) {
            const handler = event === "loaderror" ? "onLoadError" : `on${capital(event)}`;
            (latest.current.own[handler] as ((detail: unknown) => void) | undefined)?.(detail);
          },
        });
        drive.current = { element, update };
      }
      drive.current.update();
    });

    return createElement(`tessera-${name}`, {
      ref: elementRef,
      id: own["id"],
      // Every version of React accepts `class` on elements with a hyphen in their name.
      class: own["className"],
      style: { display: "block", ...(own["style"] as CSSProperties) },
    });
  }
  Component.displayName = `Tessera${capital(name)}`;
  return forwardRef(Component as never) as never;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
