import { issueToken, readToken, type SigningKeys } from '../../platform/secret/signed-token.ts';

/**
 * The content of the token by which a page reports steps. It is the same for all visitors of a page on a day:
 * it proves that this server rendered the page, and cannot identify a visitor or connect two reports.
 */
export interface FiguresToken {
  readonly formHash: string;
  /** The path of the page: `/contact`. */
  readonly path: string;
  /** The day on which the page was rendered: ISO date, in UTC. */
  readonly day: string;
}

/**
 * Returns the signed token with this content.
 * @param key From `deriveKeys(secret, 'figures')`.
 */
export function issueFiguresToken({ formHash, path, day }: FiguresToken, key: SigningKeys): string {
  return issueToken([formHash, path, day], key);
}

/**
 * Returns the content of a token of any age; undefined for anything that is no token signed with this key.
 */
export function readFiguresToken(token: unknown, key: SigningKeys): FiguresToken | undefined {
  const values = typeof token === 'string' ? readToken(token, key) : undefined;
  if (values === undefined) return undefined;
  // The key signs only these tokens.
  const [formHash, path, day] = values as [string, string, string];
  return { formHash, path, day };
}
