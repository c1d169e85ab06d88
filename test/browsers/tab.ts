/** A browser engine, by the name that its users know. */
export type Engine = 'chromium' | 'firefox' | 'webkit';

/** A running browser, for isolated pages. */
export interface RunningBrowser {
  readonly engine: Engine;
  /** Opens an isolated page, without storage of others. */
  readonly newTab: () => Promise<Tab>;
  /** Ends the browser and all its processes, in any state. */
  readonly close: () => Promise<void>;
}

/** The keys that `press` presses. */
export type TabKey =
  | 'ArrowDown'
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'ArrowUp'
  | 'Enter'
  | 'Escape'
  | 'Space'
  | 'Tab';

/** A position in the window of a page, in CSS pixels. */
export interface WindowPoint {
  readonly x: number;
  readonly y: number;
}

/**
 * A page in a browser, controlled from outside, with what every engine can do. Methods do not wait for later
 * effects in the page.
 */
export interface Tab {
  readonly engine: Engine;
  /** Loads an address and resolves once the page has loaded. */
  readonly goto: (url: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly back: () => Promise<void>;
  /** Runs a function in the page. It may use its arguments only; its result is JSON. */
  readonly evaluate: <Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>;
  /** Clicks the first match of a selector, as a person does: it is scrolled into view, and must be on top. */
  readonly click: (selector: string) => Promise<void>;
  /** Appends text to a field, key by key. */
  readonly type: (selector: string, text: string) => Promise<void>;
  /** Chooses an option of a select by its value. */
  readonly choose: (selector: string, value: string) => Promise<void>;
  readonly upload: (selector: string, paths: readonly string[]) => Promise<void>;
  readonly press: (key: TabKey) => Promise<void>;
  /** Presses a mouse button or a finger on the first point, moves it over the others, and lifts it. */
  readonly drag: (points: readonly WindowPoint[], pointer?: 'mouse' | 'touch') => Promise<void>;
  /** Gives the page the keyboard focus, which a browser's own buttons may have. */
  readonly focus: () => Promise<void>;
  /** Sets the page's width and height, in CSS pixels. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** A PNG of the window. */
  readonly screenshot: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

export interface BrowserOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** With a window, on the display of `env`. */
  readonly isSeen?: boolean;
  readonly isDark?: boolean;
  readonly hasForcedColours?: boolean;
}
