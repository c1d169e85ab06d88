/** The calls that one side of a port answers, by name: asynchronous functions with one argument. */
type AnyCalls<Calls> = Readonly<Record<keyof Calls, (request: never) => Promise<unknown>>>;

/** A call as a message. The message that answers it has the same number. */
export interface CallMessage<Calls extends AnyCalls<Calls>> {
  readonly number: number;
  readonly name: keyof Calls;
  readonly request: Parameters<Calls[keyof Calls]>[0];
}

/** The result of a call, or its error as data, as a message. */
export type AnswerMessage<SentError> =
  | { readonly number: number; readonly result: unknown }
  | { readonly number: number; readonly error: SentError };

/** Converts errors to data and back, because messages do not preserve the class of an error. */
export interface ErrorConverter<SentError> {
  readonly toSent: (error: unknown) => SentError;
  readonly fromSent: (sent: SentError) => Error;
}

/** Converts each error to its stack, or its message, and that to an `Error` with this message. */
export const stackErrors: ErrorConverter<string> = {
  toSent: (error) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  fromSent: (stack) => new Error(stack),
};

/** The side that calls: a thread or process that has started another one. */
export interface CallPort<Calls extends AnyCalls<Calls>, SentError> {
  /**
   * Sends a call to the other side and resolves with its result. Rejects with the error of the call, of the
   * time limit, or of `end`.
   */
  call<Name extends keyof Calls>(name: Name, request: Parameters<Calls[Name]>[0]): ReturnType<Calls[Name]>;
  /** Resolves or rejects the call that the message answers. Ignores an unknown number. */
  receive(answer: AnswerMessage<SentError>): void;
  /** Rejects all calls that are not answered: the other side has ended. */
  end(error: unknown): void;
}

export interface CallPortOptions<Calls extends AnyCalls<Calls>, SentError> {
  /** Sends a message to the other side. */
  readonly post: (message: CallMessage<Calls>) => void;
  readonly errors: Pick<ErrorConverter<SentError>, 'fromSent'>;
  /** Absent: a call may take any time. */
  readonly timeLimit?: {
    /** The longest time for an answer, in milliseconds; read at each call. */
    readonly ms: number;
    /**
     * Ends the other side, which has not answered a call in time. Returns the error with which this call
     * rejects at once; undefined leaves it to `end`, like all others.
     */
    readonly onExceeded: (call: { readonly name: keyof Calls; readonly ms: number }) => Error | undefined;
  };
}

interface PendingCall {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/** Creates the calling side of a port. It numbers the calls, so that they may be answered in any order. */
export function createCallPort<Calls extends AnyCalls<Calls>, SentError>({
  post,
  errors,
  timeLimit,
}: CallPortOptions<Calls, SentError>): CallPort<Calls, SentError> {
  const pending = new Map<number, PendingCall>();
  let lastNumber = 0;

  /** Returns a call and removes it, so that it is settled once. */
  function removeCall(number: number): PendingCall | undefined {
    const call = pending.get(number);
    pending.delete(number);
    clearTimeout(call?.timer);
    return call;
  }

  function startTimer(number: number, name: keyof Calls): NodeJS.Timeout | undefined {
    if (!timeLimit) return undefined;
    const { ms } = timeLimit;
    return setTimeout(() => {
      const error = timeLimit.onExceeded({ name, ms });
      if (error) removeCall(number)?.reject(error);
    }, ms).unref();
  }

  return {
    call: (name, request) =>
      // The other side answers with the result of the call of this name.
      new Promise<never>((resolve, reject) => {
        lastNumber += 1;
        post({ number: lastNumber, name, request });
        pending.set(lastNumber, { resolve, reject, timer: startTimer(lastNumber, name) });
      }) as ReturnType<Calls[typeof name]>,
    receive(answer) {
      const call = removeCall(answer.number);
      if ('error' in answer) call?.reject(errors.fromSent(answer.error));
      else call?.resolve(answer.result as never);
    },
    end(error) {
      for (const number of pending.keys()) removeCall(number)?.reject(error);
    },
  };
}

/** Returns the listener for the side that answers, which sends the result or the error of each call. */
export function createCallListener<Calls extends AnyCalls<Calls>, SentError>(
  calls: Calls,
  {
    post,
    errors,
  }: {
    readonly post: (answer: AnswerMessage<SentError>) => void;
    readonly errors: Pick<ErrorConverter<SentError>, 'toSent'>;
  },
): (message: CallMessage<Calls>) => Promise<void> {
  return async ({ number, name, request }) => {
    try {
      // The request is that of the call of this name.
      post({ number, result: await calls[name](request as never) });
    } catch (error) {
      post({ number, error: errors.toSent(error) });
    }
  };
}
