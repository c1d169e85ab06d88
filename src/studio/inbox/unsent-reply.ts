const storagePrefix = 'slipway-studio-reply:';

/** A reply that is being written. */
export interface UnsentReply {
  /** By this the server recognizes a repeated request. */
  readonly key: string;
  /** BCP 47. */
  readonly locale: string;
  readonly subject: string;
  readonly text: string;
  /** The name of the template; empty without one. */
  readonly template: string;
  readonly isQuoted: boolean;
}

/**
 * Returns the unsent reply of this person to an enquiry; undefined without one or without storage. It is stored
 * per tab, survives a reload, and is not shown to another person who signs in.
 * @param person The person's id.
 * @param enquiry The enquiry's reference.
 */
export function readUnsentReply(person: string, enquiry: string): UnsentReply | undefined {
  try {
    const stored: unknown = JSON.parse(
      sessionStorage.getItem(`${storagePrefix}${person}:${enquiry}`) ?? 'null',
    );
    const { key, locale, subject, text, template, isQuoted } = Object(stored) as Readonly<
      Record<string, unknown>
    >;
    const texts = { key, locale, subject, text, template };
    const isReply = Object.values(texts).every((value) => typeof value === 'string');
    // Each of them was just tested to be a text.
    return isReply ? { ...(texts as Omit<UnsentReply, 'isQuoted'>), isQuoted: isQuoted === true } : undefined;
  } catch {
    return undefined;
  }
}

/** Stores an unsent reply in this tab; undefined removes it. Does nothing if storage is not available. */
export function storeUnsentReply(person: string, enquiry: string, reply: UnsentReply | undefined): void {
  const name = `${storagePrefix}${person}:${enquiry}`;
  try {
    if (reply === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(reply));
  } catch {
    // Without storage, the words are lost with the page.
  }
}
