import { domainToASCII } from 'node:url';
import type { SpamBlockKind } from '../../../api/inbox.ts';
import { toSoleAddress } from '../../delivery/mail/sole-address.ts';
import type { BlockListSettings } from '../../platform/config/settings.ts';
import type { Log } from '../../platform/log/log.ts';
import type { BlockRecord } from '../../store/records/spam-block.ts';
import type { Store } from '../../store/store.ts';

/** The texts of an enquiry by which it can be blocked. */
export interface BlockableEnquiry {
  /** The visitor's mail address, as sent. */
  readonly email?: string | undefined;
  /** The visitor's texts, in the order of the form. */
  readonly texts: readonly string[];
}

export interface BlockList {
  /** Returns the entry that matches an enquiry: an address before a domain, a domain before a phrase. */
  readonly find: (enquiry: BlockableEnquiry) => Promise<BlockRecord | undefined>;
  /** Loads the list again at the next enquiry. */
  readonly renew: () => void;
}

/**
 * Creates the block list of a server. It is loaded at most every `freshMs`, so that an entry of another server
 * has effect after that time. If it cannot be loaded, the last one that was loaded is used: enquiries are accepted
 * all the same.
 */
export function createBlockList({
  store,
  settings,
  now,
  log,
}: {
  readonly store: Pick<Store, 'blocks'>;
  readonly settings: Pick<BlockListSettings, 'freshMs' | 'mostCharacters'>;
  readonly now: () => number;
  readonly log: Pick<Log, 'error'>;
}): BlockList {
  let lastGood: BlockMatcher = () => undefined;
  let loaded: { readonly at: number; readonly matcher: Promise<BlockMatcher> } | undefined;
  /** Returns the current matcher. A failure is not cached. */
  function loadMatcher(): Promise<BlockMatcher> {
    if (loaded && now() - loaded.at < settings.freshMs) return loaded.matcher;
    const matcher = store.blocks().then((blocks) => createBlockMatcher(blocks, settings));
    const current = { at: now(), matcher };
    loaded = current;
    matcher.catch(() => {
      if (loaded === current) loaded = undefined;
    });
    return matcher;
  }
  return {
    async find(enquiry) {
      try {
        lastGood = await loadMatcher();
      } catch (error) {
        log.error('block-list-not-loaded', error);
      }
      return lastGood(enquiry);
    },
    renew: () => {
      loaded = undefined;
    },
  };
}

type BlockMatcher = (enquiry: BlockableEnquiry) => BlockRecord | undefined;

/**
 * Creates a function that returns the entry which matches an enquiry. Its time is proportional to the length of
 * the texts, of which at most `mostCharacters` characters are searched.
 */
function createBlockMatcher(
  blocks: readonly BlockRecord[],
  { mostCharacters }: Pick<BlockListSettings, 'mostCharacters'>,
): BlockMatcher {
  const byKind = { address: new Map(), domain: new Map() } satisfies Record<string, Map<string, BlockRecord>>;
  const byFirstWord = new Map<string, { readonly words: readonly string[]; readonly block: BlockRecord }[]>();
  for (const block of blocks) {
    if (block.kind !== 'phrase') {
      byKind[block.kind].set(block.folded, block);
      continue;
    }
    const words = block.folded.split(' ');
    const [first = ''] = words;
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { words, block }]);
  }

  /** Returns the first phrase in a text. */
  function findPhrase(text: string): BlockRecord | undefined {
    const words = toWords(text);
    for (const [at, word] of words.entries()) {
      const found = byFirstWord
        .get(word)
        ?.find((phrase) => phrase.words.every((one, index) => words[at + index] === one));
      if (found) return found.block;
    }
    return undefined;
  }

  return ({ email = '', texts }) => {
    const address = foldAddress(email);
    const byAddress = address && byKind.address.get(address);
    if (byAddress) return byAddress;
    const domain = address?.slice(address.lastIndexOf('@') + 1) ?? '';
    for (const pattern of listDomainPatterns(domain)) {
      const byDomain = byKind.domain.get(pattern);
      if (byDomain) return byDomain;
    }
    if (byFirstWord.size === 0) return undefined;
    let left = mostCharacters;
    for (const text of texts) {
      const found = findPhrase(text.slice(0, left));
      if (found) return found;
      left -= text.length;
      if (left <= 0) return undefined;
    }
    return undefined;
  };
}

/**
 * Returns the entries that block a domain: itself, and itself and each parent as a wildcard.
 * `listDomainPatterns('a.b.example') // ['a.b.example', '*.a.b.example', '*.b.example', '*.example']`
 */
function listDomainPatterns(domain: string): readonly string[] {
  if (domain === '') return [];
  const labels = domain.split('.');
  return [domain, ...labels.map((_label, index) => `*.${labels.slice(index).join('.')}`)];
}

/**
 * Returns a value in the form in which it is compared; undefined if it cannot block anything: no mail address,
 * no domain, a single letter or more than `mostWords`.
 */
export function foldBlock(
  kind: SpamBlockKind,
  value: string,
  { mostWords }: Pick<BlockListSettings, 'mostWords'>,
): string | undefined {
  if (kind === 'address') return foldAddress(value);
  if (kind === 'domain') return foldDomain(value);
  const words = toWords(value);
  // A single letter is a word of many languages, and a character of most texts in others.
  const isLong = [...words.join('')].length >= 2;
  return isLong && words.length <= mostWords ? words.join(' ') : undefined;
}

/** Returns an address in lower case, its domain in ASCII, without a tag (`ada+boats@…`). */
function foldAddress(text: string): string | undefined {
  const address = toSoleAddress(text.normalize('NFKC'))?.toLowerCase();
  return address?.replace(/^([^@+]+)\+[^@]*@/, '$1@');
}

/** Returns a domain in lower case and ASCII, with its wildcard; undefined if it is none. */
function foldDomain(text: string): string | undefined {
  const [, wildcard = '', name = ''] =
    /^@?(\*\.)?([^@*/?#:\\\s]+)$/.exec(text.normalize('NFKC').trim()) ?? [];
  const domain = domainToASCII(name);
  const isDomain = /^(?:[a-z\d_](?:[a-z\d_-]*[a-z\d])?\.)*[a-z][a-z\d-]*[a-z\d]$/.test(domain);
  return isDomain && (wildcard !== '' || domain.includes('.')) ? `${wildcard}${domain}` : undefined;
}

/**
 * Returns the words of a text in lower case, with one form of equivalent characters and without accents and
 * invisible characters. In scripts without spaces between words, each character is a word.
 */
function toWords(text: string): readonly string[] {
  const folded = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase();
  const runs = folded.match(/[\p{L}\p{N}]+/gu) ?? [];
  return runs.flatMap((run) => run.match(unspacedOrSpaced) ?? []);
}

/** Matches a character of a script without spaces between words, or the characters up to the next one. */
const unspacedOrSpaced =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]+/gu;
