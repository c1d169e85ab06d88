import type { FastifyRequest } from 'fastify';
import type { Values } from '#engine';
import type { EnteredQuery, PreviewQuery } from '../../../studio/protocol.ts';

/** What is asked of a preview, in a body. */
export function enteredQueryOf({ body }: FastifyRequest): EnteredQuery {
  const { query, entered } = Object(body) as Readonly<Record<string, unknown>>;
  const { example } = Object(query) as Readonly<Record<string, unknown>>;
  const text = example === undefined ? {} : { example: JSON.stringify(example) };
  return {
    query: previewQueryOf({ ...Object(query), ...text }),
    ...(typeof entered === 'object' && entered !== null && { entered: entered as Values }),
  };
}

/** The query of a preview in an address. */
export function queryOf({ query }: FastifyRequest): PreviewQuery {
  return previewQueryOf(Object(query));
}

/** What a query of a preview lacks is as on most pages. */
function previewQueryOf(given: Readonly<Record<string, unknown>>): PreviewQuery {
  const text = (name: string) =>
    typeof given[name] === 'string' && given[name] !== '' ? given[name] : undefined;
  const placement = text('placement');
  const [type, office, today] = [text('type'), text('office'), text('today')];
  const example = exampleOf(text('example'));
  const of = versionOf(given.of);
  return {
    site: text('site') ?? '',
    placement: placement === 'modal' || placement === 'landing' ? placement : 'inline',
    locale: localeIn(text('locale')) ?? 'en',
    ...(type !== undefined && { type }),
    ...(office !== undefined && { office }),
    ...(today !== undefined && /^\d{4}-\d\d-\d\d$/.test(today) && { today }),
    ...(example && { example }),
    ...(of !== undefined && { of }),
  };
}

/** A language tag by its shape (RFC 5646, section 2.1); undefined where it is none. */
function localeIn(tag: string | undefined): string | undefined {
  return tag !== undefined && /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i.test(tag) ? tag : undefined;
}

function versionOf(of: unknown): PreviewQuery['of'] {
  if (of === 'live') return 'live';
  const isNumber = (typeof of === 'string' || typeof of === 'number') && /^[1-9]\d{0,8}$/.test(String(of));
  return isNumber ? Number(of) : undefined;
}

/** A situation in the words of scenarios; what names there is not is told by whoever reads it. */
function exampleOf(text: string | undefined): PreviewQuery['example'] {
  if (text === undefined) return undefined;
  try {
    const { on, offices } = Object(JSON.parse(text)) as Readonly<Record<string, unknown>>;
    return { on: { ...Object(on) }, ...(offices !== undefined && { offices: { ...Object(offices) } }) };
  } catch {
    return undefined;
  }
}
