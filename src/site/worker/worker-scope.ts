/** The parts of `ServiceWorkerGlobalScope` that the worker uses. TypeScript has them only without the DOM. */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    readonly matchAll: (options: {
      readonly type: 'window';
      readonly includeUncontrolled: boolean;
    }) => Promise<readonly WindowClient[]>;
    readonly openWindow: (url: string) => Promise<unknown>;
  };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void;
}

export interface WindowClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  readonly focus: () => Promise<unknown>;
}

export interface ExtendableEvent extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void;
}

interface WorkerEvents {
  readonly install: ExtendableEvent;
  readonly activate: ExtendableEvent;
  readonly message: ExtendableEvent & { readonly data: unknown };
  readonly fetch: ExtendableEvent & {
    readonly request: Request;
    readonly respondWith: (response: Promise<Response>) => void;
  };
  readonly sync: ExtendableEvent & { readonly tag: string };
  readonly notificationclick: ExtendableEvent & { readonly notification: Notification };
}
