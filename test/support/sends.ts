import type { Request, Route } from 'playwright-core';
import type { Visitor } from './visitor.ts';

/** A route handler for one send; by default the send arrives and is answered. */
export type Fate = (route: Route) => Promise<void>;

/** A send as it left the page. */
export interface SendSeen {
  readonly key: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Applies the handlers to a visitor's sends in order. Returns the observed sends, which grow over time. */
export async function meetFates(
  { page }: Pick<Visitor, 'page'>,
  ...fates: readonly Fate[]
): Promise<readonly SendSeen[]> {
  const sends: SendSeen[] = [];
  await page.route('**/graphql', async (route) => {
    const seen = sendSeen(route.request());
    if (seen === undefined) return route.continue();
    sends.push(seen);
    const fate = fates[sends.length - 1] ?? arrives;
    return fate(route);
  });
  return sends;
}

const arrives: Fate = (route) => route.continue();

export const isLost: Fate = (route) => route.abort('connectionrefused');

/** The enquiry arrives, its answer is lost. */
export const losesItsAnswer: Fate = async (route) => {
  await route.fetch();
  await route.abort('connectionreset');
};

function sendSeen(request: Request): SendSeen | undefined {
  const body = request.postDataJSON() as {
    operationName?: string;
    variables?: Record<string, unknown>;
  } | null;
  if (body?.operationName !== 'sendContactUs') return undefined;
  const headers = request.headers();
  return { key: headers['idempotency-key'], headers, variables: body.variables ?? {} };
}
