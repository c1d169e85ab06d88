import type { FastifyRequest } from 'fastify';
import type { Values } from '#engine';
import type { EnteredQuery, PreviewQuery } from '../../../../api/studio.ts';
import { copyExampleNames, readPreselection } from '../../../preset/pages.ts';

/**
 * Parses a body with the query of a preview and the entered values. `entered` is left out if it is no object.
 */
export function parseEnteredQuery({ body }: FastifyRequest): EnteredQuery {
  const { query, entered } = Object(body) as Readonly<Record<string, unknown>>;
  const { example } = Object(query) as Readonly<Record<string, unknown>>;
  const text = example === undefined ? {} : { example: JSON.stringify(example) };
  return {
    query: toPreviewQuery({ ...Object(query), ...text }),
    ...(typeof entered === 'object' && entered !== null && { entered: entered as Values }),
  };
}

/**
 * Parses the query of a preview from the URL. It never fails: invalid parameters are left out or get a
 * default.
 */
export function parsePreviewQuery({ query }: FastifyRequest): PreviewQuery {
  return toPreviewQuery(Object(query));
}

/**
 * Converts parameters to the query of a preview. Absent or invalid, `site` is empty, `placement` is `inline`
 * and `locale` is `en`; all others are left out.
 */
function toPreviewQuery(given: Readonly<Record<string, unknown>>): PreviewQuery {
  /** Returns a parameter if it is a text and not empty, else undefined. */
  const readText = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined;
  const placement = readText('placement');
  const [type, today] = [readText('type'), readText('today')];
  const example = parseExample(readText('example'));
  const of = parseVersion(given.of);
  return {
    site: readText('site') ?? '',
    placement: placement === 'modal' || placement === 'landing' ? placement : 'inline',
    locale: parseLocale(readText('locale')) ?? 'en',
    ...(type !== undefined && { type }),
    ...readPreselection(readText),
    ...(today !== undefined && /^\d{4}-\d\d-\d\d$/.test(today) && { today }),
    ...(example && { example }),
    ...(of !== undefined && { of }),
  };
}

/** Returns a language tag if it has the right form (RFC 5646, section 2.1), else undefined. */
function parseLocale(tag: string | undefined): string | undefined {
  return tag !== undefined && /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i.test(tag) ? tag : undefined;
}

/** Returns `live` or the number of a version; undefined for anything else. */
function parseVersion(of: unknown): PreviewQuery['of'] {
  if (of === 'live') return 'live';
  const isNumber = (typeof of === 'string' || typeof of === 'number') && /^[1-9]\d{0,8}$/.test(String(of));
  return isNumber ? Number(of) : undefined;
}

/**
 * Parses a situation in the format of scenarios; undefined if it is not JSON. Unknown names are reported
 * later, when it is used.
 */
function parseExample(text: string | undefined): PreviewQuery['example'] {
  if (text === undefined) return undefined;
  try {
    const given = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
    return { on: { ...Object(given.on) }, ...copyExampleNames(given) };
  } catch {
    return undefined;
  }
}
