/** A browser's engine, by the name that its users know it by. */
export type Engine = 'chromium' | 'firefox' | 'webkit';

/** A browser that runs, for pages that know nothing of each other. */
export interface RunningBrowser {
  readonly engine: Engine;
  /** Opens a page of its own: what others have stored is not there. */
  readonly newTab: () => Promise<Tab>;
  /** Ends the browser and everything that it has started, whatever state it is in. */
  readonly close: () => Promise<void>;
}

/** One page in a browser, driven from outside: what every engine can do. Nothing here waits for what a page does later. */
export interface Tab {
  readonly engine: Engine;
  /** Loads an address and resolves once the page has loaded. */
  readonly goto: (url: string) => Promise<void>;
  readonly reload: () => Promise<void>;
  readonly back: () => Promise<void>;
  /** Runs a function in the page, of nothing but its arguments; what it returns or resolves with is data. */
  readonly evaluate: <Args extends readonly unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ) => Promise<Result>;
  /** Clicks the first element that a selector finds, as a person does: it is scrolled to, and has to be on top. */
  readonly click: (selector: string) => Promise<void>;
  /** Types into a text, after what it holds, key by key. */
  readonly type: (selector: string, text: string) => Promise<void>;
  /** Chooses an option of a select by its value. */
  readonly choose: (selector: string, value: string) => Promise<void>;
  /** Picks files, by their paths, for a file input. */
  readonly upload: (selector: string, paths: readonly string[]) => Promise<void>;
  /** Presses a key on whatever has the focus. */
  readonly press: (key: 'Enter' | 'Escape' | 'Tab') => Promise<void>;
  /** Gives the page the keyboard, which a browser's own buttons may have. */
  readonly focus: () => Promise<void>;
  /** The page's width and height, in CSS pixels. */
  readonly resize: (width: number, height: number) => Promise<void>;
  /** The window as it stands; PNG. */
  readonly screenshot: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/** How a browser is started. */
export interface BrowserOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** With a window, on the display of `env`. */
  readonly isSeen?: boolean;
  readonly isDark?: boolean;
  readonly hasForcedColours?: boolean;
}
