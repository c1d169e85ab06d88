import { createShape, type ShapeSchema } from '../../platform/validate-shape.ts';
import type { CommentEntry, PreviewLinkContent, PreviewLinkEntry, ReviewEntry } from './review-entry.ts';
import { readJsonColumn } from './stored-json.ts';

type Row = Readonly<Record<string, unknown>>;

const text: ShapeSchema = { type: 'string' };
const person: ShapeSchema = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: text, name: text },
};

const storedLink = createShape<PreviewLinkContent>({
  type: 'object',
  required: ['by', 'query', 'acceptsComments'],
  properties: {
    by: person,
    query: {
      type: 'object',
      required: ['site', 'placement', 'locale'],
      properties: { site: text, placement: text, locale: text },
    },
    acceptsComments: { type: 'boolean' },
  },
});

const storedComment = createShape<Pick<CommentEntry, 'name' | 'text'>>({
  type: 'object',
  required: ['name', 'text'],
  properties: { name: text, text },
});

type ReviewContent = Pick<ReviewEntry, 'by' | 'message' | 'authors' | 'closing'>;

const storedReview = createShape<ReviewContent>({
  type: 'object',
  required: ['by', 'message', 'authors'],
  properties: {
    by: person,
    message: text,
    authors: { type: 'array', items: { type: 'object', required: ['name', 'count'] } },
    closing: { type: 'object', required: ['at', 'by', 'reason'], properties: { by: person, reason: text } },
  },
});

const nobody = { id: '', name: '' } as const;

/** Converts a row of `preview_links`. A damaged one shows nothing, accepts no comments, and counts as revoked. */
export function toPreviewLink(row: Row): PreviewLinkEntry {
  const { id, created_at: createdAt, expires_at, revoked_at, opened, opened_at, is_frozen } = row;
  const content = readJsonColumn(storedLink, row.content);
  const revokedAt = typeof revoked_at === 'number' ? revoked_at : undefined;
  return {
    ...(content ?? damagedLink),
    id: String(id),
    createdAt: Number(createdAt),
    expiresAt: Number(expires_at),
    isFrozen: Number(is_frozen) === 1,
    opened: Number(opened),
    ...(typeof opened_at === 'number' && { openedAt: opened_at }),
    ...(revokedAt !== undefined && { revokedAt }),
    ...(content === undefined && { revokedAt: revokedAt ?? Number(createdAt) }),
  };
}

const damagedLink = {
  by: nobody,
  query: { site: '', placement: 'inline', locale: 'en' },
  acceptsComments: false,
  isDamaged: true,
} as const;

/** Converts a row of `comments`. A damaged one is empty. */
export function toComment(row: Row): CommentEntry {
  const { id, thread, target, at, person: author, link, resolved_at: resolvedAt } = row;
  return {
    ...(readJsonColumn(storedComment, row.content) ?? { name: '', text: '', isDamaged: true as const }),
    id: String(id),
    thread: String(thread),
    target: String(target),
    at: Number(at),
    ...(typeof author === 'string' && { person: author }),
    ...(typeof link === 'string' && { link }),
    ...(typeof resolvedAt === 'number' && { resolvedAt }),
  };
}

/** Converts a row of `reviews`. A damaged one has no message and no names. */
export function toReview(row: Row): ReviewEntry {
  const { number, draft, version, at, state, published_as: publishedAs } = row;
  return {
    ...(readJsonColumn(storedReview, row.content) ?? {
      by: nobody,
      message: '',
      authors: [],
      isDamaged: true as const,
    }),
    number: Number(number),
    draft: String(draft),
    version: Number(version),
    at: Number(at),
    // The table's CHECK lets no other text in.
    state: state as ReviewEntry['state'],
    ...(typeof publishedAs === 'number' && { publishedAs }),
  };
}
