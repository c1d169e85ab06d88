import type { Request, Route } from 'playwright-core';
import type { Visitor } from './visitor.ts';

/** A route handler for one send; by default the send arrives and is answered. */
export type SendHandler = (route: Route) => Promise<void>;

/** A send as it left the page. */
export interface ObservedSend {
  readonly key: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Applies the handlers to a visitor's sends in order. Returns the observed sends, which grow over time. */
export async function interceptSends(
  { page }: Pick<Visitor, 'page'>,
  ...fates: readonly SendHandler[]
): Promise<readonly ObservedSend[]> {
  const sends: ObservedSend[] = [];
  await page.route('**/graphql', async (route) => {
    const seen = readObservedSend(route.request());
    if (seen === undefined) return route.continue();
    sends.push(seen);
    const fate = fates[sends.length - 1] ?? forwardSend;
    return fate(route);
  });
  return sends;
}

const forwardSend: SendHandler = (route) => route.continue();

export const loseSend: SendHandler = (route) => route.abort('connectionrefused');

/** The enquiry arrives, its answer is lost. */
export const loseAnswer: SendHandler = async (route) => {
  await route.fetch();
  await route.abort('connectionreset');
};

function readObservedSend(request: Request): ObservedSend | undefined {
  const body = request.postDataJSON() as {
    operationName?: string;
    variables?: Record<string, unknown>;
  } | null;
  if (body?.operationName !== 'sendContactUs') return undefined;
  const headers = request.headers();
  return { key: headers['idempotency-key'], headers, variables: body.variables ?? {} };
}
