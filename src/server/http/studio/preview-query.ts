import type { FastifyRequest } from 'fastify';
import type { Values } from '#engine';
import type { EnteredQuery, PreviewQuery } from '../../../studio/protocol.ts';

export function parseEnteredQuery({ body }: FastifyRequest): EnteredQuery {
  const { query, entered } = Object(body) as Readonly<Record<string, unknown>>;
  const { example } = Object(query) as Readonly<Record<string, unknown>>;
  const text = example === undefined ? {} : { example: JSON.stringify(example) };
  return {
    query: toPreviewQuery({ ...Object(query), ...text }),
    ...(typeof entered === 'object' && entered !== null && { entered: entered as Values }),
  };
}

export function parsePreviewQuery({ query }: FastifyRequest): PreviewQuery {
  return toPreviewQuery(Object(query));
}

/** Completes the query of a preview with the usual values. */
function toPreviewQuery(given: Readonly<Record<string, unknown>>): PreviewQuery {
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined;
  const placement = text('placement');
  const [type, office, today] = [text('type'), text('office'), text('today')];
  const example = parseExample(text('example'));
  const of = parseVersion(given.of);
  return {
    site: text('site') ?? '',
    placement: placement === 'modal' || placement === 'landing' ? placement : 'inline',
    locale: parseLocale(text('locale')) ?? 'en',
    ...(type !== undefined && { type }),
    ...(office !== undefined && { office }),
    ...(today !== undefined && /^\d{4}-\d\d-\d\d$/.test(today) && { today }),
    ...(example && { example }),
    ...(of !== undefined && { of }),
  };
}

/** Returns a language tag if it has the right form (RFC 5646, section 2.1). */
function parseLocale(tag: string | undefined): string | undefined {
  return tag !== undefined && /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i.test(tag) ? tag : undefined;
}

function parseVersion(of: unknown): PreviewQuery['of'] {
  if (of === 'live') return 'live';
  const isNumber = (typeof of === 'string' || typeof of === 'number') && /^[1-9]\d{0,8}$/.test(String(of));
  return isNumber ? Number(of) : undefined;
}

/** Parses a situation in the format of scenarios. Unknown names are reported later, when it is used. */
function parseExample(text: string | undefined): PreviewQuery['example'] {
  if (text === undefined) return undefined;
  try {
    const { on, offices } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
    return { on: { ...Object(on) }, ...(offices !== undefined && { offices: { ...Object(offices) } }) };
  } catch {
    return undefined;
  }
}
