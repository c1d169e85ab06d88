/** Nobody is signed in, or no longer. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut';
}

/** Whoever is signed in may not do that: their role is less than it needs, by now. */
class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

/** The server cannot be reached, or answers with something that is none of its answers. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** What is asked of an address of the studio's server; the body becomes JSON. */
interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
}

/** The answer of an address below `/studio/api`. @throws SignedOut, NotAllowed, Unanswered */
export async function ask<Answer>(path: string, asked: Asked): Promise<Answer> {
  return answerOf(await reach(path, asked));
}

/** What a response says. @throws SignedOut, NotAllowed, Unanswered */
export async function answerOf<Answer>(response: Response): Promise<Answer> {
  if (response.status === 401) throw new SignedOut('Nobody is signed in');
  if (response.status === 403) throw new NotAllowed('The role of whoever is signed in does not do');
  if (!response.ok) throw new Unanswered(`The studio's server answers ${response.status}`);
  return (await response.json()) as Answer;
}

/** The response of an address below `/studio/api`, whatever its status. @throws Unanswered where there is none */
export async function reach(path: string, { method, body }: Asked): Promise<Response> {
  const sent =
    body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  try {
    return await fetch(`/studio/api/${path}`, { method, ...sent });
  } catch (cause) {
    throw new Unanswered('The studio’s server cannot be reached', { cause });
  }
}
