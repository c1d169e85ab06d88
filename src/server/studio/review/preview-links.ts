import type { Documents } from '#engine';
import { asList, asObject } from '#engine/json-schema/values.ts';
import type { AccessScope } from '../../../api/people.ts';
import type { PreviewLinkListView, PreviewLinkRequest, PreviewLinkView } from '../../../api/review.ts';
import type { PreviewQuery } from '../../../api/studio.ts';
import { type Actor, isRoleAtLeast } from '../../admin/people/actor.ts';
import type { Audit } from '../../admin/people/audit.ts';
import type { Content } from '../../forms/content/content.ts';
import { getContentOf, type LiveContent } from '../../forms/content/content-documents.ts';
import type { ReviewSettings } from '../../platform/config/settings.ts';
import { createSecretToken } from '../../platform/secret/secret-token.ts';
import { issueToken, readToken, type SigningKeys } from '../../platform/secret/signed-token.ts';
import type { PreviewLinkEntry, StoredPreviewLink } from '../../store/records/review-entry.ts';
import type { Store } from '../../store/store.ts';
import type { Drafts } from '../draft/drafts.ts';
import { findPreviewedSite } from '../preview-visit.ts';

/** Links by which people without an account see the draft. */
export interface PreviewLinks {
  /**
   * Makes a link, or returns why not: the type or site is outside the person's limits or does not exist, or there
   * are too many links.
   * @param origin The origin of the link's address.
   * @throws DraftFault while there is no draft.
   */
  readonly create: (
    asked: PreviewLinkRequest,
    who: Actor,
    origin: string,
  ) => Promise<
    | { readonly kind: 'created'; readonly link: PreviewLinkView }
    | { readonly kind: 'outside-reach'; readonly outside: readonly string[] }
    /** The draft has no such site or type; an empty value if it has no site at all. */
    | { readonly kind: 'unknown'; readonly name: 'site' | 'type'; readonly value: string }
    | { readonly kind: 'too-many' }
  >;
  readonly list: (who: Actor, origin: string) => Promise<PreviewLinkListView>;
  /** Revokes a link. Returns false, and does nothing, if the person may not, or it has ended or is unknown. */
  readonly revoke: (id: string, who: Actor) => Promise<boolean>;
  /**
   * Returns the link of a token while it is valid, or why it is not. Revokes it if the person who made it may
   * not make it any more.
   */
  readonly find: (token: string) => Promise<FoundPreviewLink>;
}

export type FoundPreviewLink =
  | { readonly kind: 'valid'; readonly link: StoredPreviewLink }
  /** It has expired or was revoked. */
  | { readonly kind: 'ended' }
  /** It is no token of this server, or its link was deleted. */
  | { readonly kind: 'invalid' };

export interface PreviewLinkOptions {
  readonly store: Store;
  readonly drafts: Pick<Drafts, 'current' | 'refresh'>;
  readonly audit: Pick<Audit, 'record'>;
  readonly settings: ReviewSettings;
  readonly live: () => LiveContent;
  readonly keys: SigningKeys;
  readonly now: () => number;
  /** Called after each change of the links. */
  readonly onChange: () => void;
}

const dayMs = 86_400_000;

/** Returns the address of a link's page, without the origin. */
export function getPreviewPath(token: string): string {
  return `/preview/${token}`;
}

export function createPreviewLinks(options: PreviewLinkOptions): PreviewLinks {
  const { store, drafts, audit, settings, live, keys, now, onChange } = options;

  /** Ends a link and records it. Returns false if it had ended before. */
  async function endLink({ id, by }: PreviewLinkEntry, who: Actor | string): Promise<boolean> {
    const isEnded = await store.revokePreviewLink({ id, now: now() });
    if (!isEnded) return false;
    await audit.record({ who, action: 'preview-revoked', about: by.name });
    onChange();
    return true;
  }

  /** Returns what a person sees of a link. */
  function toView(link: PreviewLinkEntry, who: Actor, origin: string): PreviewLinkView {
    const { isDamaged: _damaged, ...view } = link;
    const isValid = link.revokedAt === undefined && link.expiresAt > now();
    const isOwn = link.by.id === who.id;
    return {
      ...view,
      ...(isValid && isOwn && { address: origin + getPreviewPath(issueToken([link.id], keys)) }),
      isRevocable: isValid && (isOwn || isRoleAtLeast(who.role, 'publisher')),
    };
  }

  return {
    async create({ query: asked, days, isFrozen, acceptsComments }, who, origin) {
      const { of: _of, ...query } = asked;
      const outside = listOutsideScope(who, query);
      if (outside.length > 0) return { kind: 'outside-reach', outside };
      await drafts.refresh();
      const { documents } = drafts.current();
      const unknown = findUnknown(query, documents, getContentOf(documents, live()));
      if (unknown) return { kind: 'unknown', ...unknown };
      const createdAt = now();
      const link = {
        id: createSecretToken(),
        by: { id: who.id, name: who.name },
        query,
        acceptsComments,
        createdAt,
        expiresAt: createdAt + days * dayMs,
      };
      const limits = { most: settings.mostLinks, endedBefore: createdAt - settings.endedLinksMs };
      const isAdded = await store.addPreviewLink({
        link: { ...link, ...(isFrozen && { documents }) },
        ...limits,
      });
      if (!isAdded) return { kind: 'too-many' };
      const until = new Date(link.expiresAt).toISOString();
      const details = { site: query.site, type: query.type ?? '', until, isFrozen, acceptsComments };
      await audit.record({ who, action: 'preview-shared', about: query.type ?? query.site, details });
      onChange();
      return { kind: 'created', link: toView({ ...link, isFrozen, opened: 0 }, who, origin) };
    },
    async list(who, origin) {
      const links = await store.previewLinks();
      const { mostDays, usualDays } = settings;
      return { links: links.map((link) => toView(link, who, origin)), mostDays, usualDays };
    },
    async revoke(id, who) {
      const link = (await store.previewLinks()).find((one) => one.id === id);
      if (link === undefined) return false;
      const mayRevoke = link.by.id === who.id || isRoleAtLeast(who.role, 'publisher');
      return mayRevoke && endLink(link, who);
    },
    async find(token) {
      const [id] = readToken(token, keys) ?? [];
      const link = typeof id === 'string' ? await store.previewLink(id) : undefined;
      if (link === undefined) return { kind: 'invalid' };
      if (link.revokedAt !== undefined || link.expiresAt <= now()) return { kind: 'ended' };
      const maker = await store.person({ id: link.by.id });
      if (maker && isRoleAtLeast(maker.role, 'editor') && listOutsideScope(maker, link.query).length === 0)
        return { kind: 'valid', link };
      await endLink(link, 'server');
      return { kind: 'ended' };
    },
  };
}

/** Returns the site or the type of a preview that does not exist; undefined if both exist. */
function findUnknown(
  query: PreviewQuery,
  documents: Documents,
  content: Content,
): { readonly name: 'site' | 'type'; readonly value: string } | undefined {
  const isExampleSite = query.example !== undefined && query.site === '';
  if (!isExampleSite && findPreviewedSite(content, query) === undefined)
    return { name: 'site', value: query.site };
  const { type } = query;
  const types = asList(asObject(documents['enquiry-types.json']).enquiryTypes);
  const isKnownType = type === undefined || types.some((one) => asObject(one).key === type);
  return isKnownType ? undefined : { name: 'type', value: type };
}

/**
 * Returns the type and the site of a preview that are outside a person's limits. A preview without a type or a
 * site is outside any limit of them.
 */
function listOutsideScope(
  { role, types, sites }: AccessScope,
  { type = '', site }: PreviewQuery,
): readonly string[] {
  if (role === 'owner') return [];
  return [
    ...(types === undefined || types.includes(type) ? [] : [type]),
    ...(sites === undefined || sites.includes(site) ? [] : [site]),
  ];
}
