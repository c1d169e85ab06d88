import { StoreError } from '../store-error.ts';

/**
 * Lets a move go on only from where it began; `known` is undefined where none has begun.
 * @throws StoreError `foreign`
 */
export function requireSameSource(
  known: string | undefined,
  { from, name }: { readonly from: string; readonly name: string },
): void {
  if (known === undefined || known === from) return;
  throw new StoreError(
    'foreign',
    `Cannot move into ${name}: what lies there was begun from ${known}; go on from there, or name an empty one`,
  );
}
