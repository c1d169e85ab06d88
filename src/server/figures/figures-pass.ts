import { issueToken, type Keys, readToken } from '../secret/signed-token.ts';

/**
 * What a page shows to have its steps counted. Every visitor of a page has the same one on a day, so that it says who counts as little as
 * it ties two events together: only that this server has drawn the page.
 */
export interface FiguresPass {
  /** Hash of the form. */
  readonly formHash: string;
  /** Path of the page: `/contact`. */
  readonly path: string;
  /** ISO date, in UTC: when the page was drawn. */
  readonly day: string;
}

/** The pass as a signed token. `key` comes from `deriveKeys(secret, 'figures')`. */
export function issueFiguresPass({ formHash, path, day }: FiguresPass, key: Keys): string {
  return issueToken([formHash, path, day], key);
}

/** Reads a pass back, however old it is; undefined for what was not signed here. */
export function readFiguresPass(pass: unknown, key: Keys): FiguresPass | undefined {
  const values = typeof pass === 'string' ? readToken(pass, key) : undefined;
  if (values === undefined) return undefined;
  // The key signs nothing but these.
  const [formHash, path, day] = values as [string, string, string];
  return { formHash, path, day };
}
