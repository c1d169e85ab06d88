/** A stub: replaced at the merge by the module of the outbox. */
export async function sendWaiting(_options: {
  readonly only?: string;
  readonly signal?: AbortSignal;
}): Promise<{
  readonly sent: readonly {
    readonly id: string;
    readonly reference?: string;
    readonly notification?: { readonly title: string; readonly body: string; readonly url: string };
  }[];
  readonly refused: readonly { readonly id: string }[];
  /** The number of enquiries that could not be sent yet. */
  readonly waiting: number;
}> {
  return { sent: [], refused: [], waiting: 0 };
}
