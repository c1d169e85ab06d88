import { type ReactNode, useId, useState } from 'react';
import { listTextLocales, type OutlineType } from '#engine/editing/index.ts';
import type { ContentFolderView } from '../../../api/studio.ts';
import { addSiteHost, listEntries, listSiteHosts } from '../../content/content-edits.ts';
import { type ContentEntry, contentLists } from '../../content/content-lists.ts';
import { useContentFolder, useDraftContent } from '../../content/use-content.ts';
import { useEntryRights } from '../../content/use-entry-rights.ts';
import { useDraftState, useStudio } from '../../draft/context.ts';
import { CopyText } from '../../ui/ask/shown-once.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LabelledSelect } from '../../ui/labelled-select.tsx';
import { getOwnLanguageName } from '../../ui/language-name.ts';
import { listLinkedFields } from '../compose-link.ts';
import { composeEmbed, composePolicy, type Embedding, embedWays } from './compose-embed.ts';

/**
 * Renders a button that opens a dialog with the code that shows this form on a page of another website.
 */
export function CopyEmbedCode({
  type,
  name,
}: {
  readonly type: OutlineType;
  /** The name for visitors, in the studio's language. */
  readonly name: string;
}): ReactNode {
  const { say } = useStudio();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="st-button" onClick={() => setIsOpen(true)}>
        {say('embed')}
      </button>
      {isOpen && (
        <Dialog label={say('embed')} className="st-dialog--wide" onClose={() => setIsOpen(false)}>
          <EmbedForm type={type} name={name} onClose={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

const placements = ['', 'inline', 'modal'] as const;

/** Renders the choices, the code, and what the owner of the other website must allow. */
function EmbedForm({
  type,
  name,
  onClose,
}: {
  readonly type: OutlineType;
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  const { say, content } = useStudio();
  const { documents } = useDraftState();
  const pages = content.pages.filter(({ named }) => named?.includes(type.key) ?? true);
  const [source, setSource] = useState(pages[0] ? `page ${pages[0].path}` : `site ${content.sites[0]?.id}`);
  const [way, setWay] = useState<Embedding['way']>('element');
  const [placement, setPlacement] = useState<(typeof placements)[number]>('');
  const [locale, setLocale] = useState('');
  const [opensType, setOpensType] = useState(false);
  const page = pages.find(({ path }) => source === `page ${path}`);
  const siteId = page?.site ?? source.replace(/^site /, '');
  const site = content.sites.find(({ id }) => id === siteId);
  // A prefilled type is accepted only if one of its fields can be filled by a link.
  const canOpenType = way !== 'react' && listLinkedFields(documents, type).length > 0;
  const embedding: Embedding = {
    way,
    origin: location.origin,
    of: page ? { page: page.path } : { site: siteId },
    title: page?.title ?? name,
    ...(placement !== '' && { placement }),
    ...(locale !== '' && { locale }),
    ...(canOpenType && opensType && { type: type.id }),
  };
  return (
    <>
      <h2>{say('embed')}</h2>
      <p>{say('embed.what')}</p>
      <div className="st-embed-choices">
        <LabelledSelect
          label={say('embed.source')}
          value={source}
          options={[
            ...pages.map(({ path, title }) => [`page ${path}`, `${title} (${path})`] as const),
            ...content.sites.map(
              ({ id, name }) => [`site ${id}`, say('embed.source.site', { site: name })] as const,
            ),
          ]}
          onChange={setSource}
        />
        <LabelledSelect
          label={say('embed.way')}
          value={way}
          options={embedWays.map((one) => [one, say(`embed.way.${one}`)] as const)}
          onChange={(value) => setWay(embedWays.find((one) => one === value) ?? 'element')}
        />
        <LabelledSelect
          label={say('preview.placement')}
          value={placement}
          options={placements.map(
            (one) => [one, one === '' ? say('embed.as-page') : say(`placement.${one}`)] as const,
          )}
          onChange={(value) => setPlacement(placements.find((one) => one === value) ?? '')}
        />
        <LabelledSelect
          label={say('preview.language')}
          value={locale}
          options={[
            ['', say('embed.language.own')],
            ...listTextLocales(documents).map((one) => [one, getOwnLanguageName(one)] as const),
          ]}
          onChange={setLocale}
        />
      </div>
      {canOpenType && (
        <label className="st-tick">
          <input
            type="checkbox"
            checked={opensType}
            onChange={({ target }) => setOpensType(target.checked)}
          />
          {say('embed.opens', { type: name })}
        </label>
      )}
      <CopyText label={say('embed.code')} text={composeEmbed(embedding)} />
      <h3 className="st-embed-head">{say('embed.allowed')}</h3>
      {site && <AllowedHost key={site.id} siteId={site.id} />}
      <p className="st-hint">{say('embed.policy')}</p>
      <CopyText label={say('embed.policy.title')} text={composePolicy(embedding)} />
      <button type="button" className="st-button" onClick={onClose}>
        {say('close')}
      </button>
    </>
  );
}

/** Renders the question for the other website, and whether its pages may show the forms of the site. */
function AllowedHost({ siteId }: { readonly siteId: string }): ReactNode {
  const { say } = useStudio();
  const { value: folder } = useContentFolder();
  const [address, setAddress] = useState('');
  const id = useId();
  const host = parseHost(address);
  return (
    <>
      <span className="st-choice">
        <label htmlFor={id}>{say('embed.address')}</label>
        <input
          id={id}
          className="st-input"
          type="url"
          dir="ltr"
          placeholder="https://www.example.com"
          value={address}
          onChange={({ target }) => setAddress(target.value)}
        />
      </span>
      {folder && <HostState folder={folder} siteId={siteId} host={host} isTyped={address.trim() !== ''} />}
    </>
  );
}

/**
 * Renders the hosts that are allowed, or whether the typed one is, and a button that allows it for people who may
 * change the site. Others see who may.
 */
function HostState({
  folder,
  siteId,
  host,
  isTyped,
}: {
  readonly folder: ContentFolderView;
  readonly siteId: string;
  /** Absent if the typed address is none. */
  readonly host: string | undefined;
  readonly isTyped: boolean;
}): ReactNode {
  const { say, store, announce, locale } = useStudio();
  const content = useDraftContent(folder);
  const { published } = useDraftState();
  const { canChange } = useEntryRights(content, contentLists.sites);
  const site: ContentEntry | undefined = listEntries(content, contentLists.sites).find(
    (one) => String(one.id) === siteId,
  );
  if (!site) return null;
  const hosts = listSiteHosts(site);
  if (!isTyped || host === undefined)
    return (
      <p className="st-hint" role="status">
        {isTyped
          ? say('embed.no-address')
          : say('embed.hosts', { hosts: new Intl.ListFormat(locale).format(hosts) })}
      </p>
    );
  if (isHostAllowed(host, hosts)) {
    const live = listEntries(
      { documents: published.documents, folder: folder.documents },
      contentLists.sites,
    ).find((one) => String(one.id) === siteId);
    const isLive = live !== undefined && isHostAllowed(host, listSiteHosts(live));
    const values = { host, site: contentLists.sites.getLabel(site) };
    return <p role="status">{say(isLive ? 'embed.host-allowed' : 'embed.host-added', values)}</p>;
  }
  /** Adds the host to the site in the draft, and announces it. */
  const allow = () => {
    store.perform({
      title: { key: 'content-changed', values: { entry: contentLists.sites.getLabel(site) } },
      patches: addSiteHost(content, site, host),
    });
    announce(say('embed.host-added', { host }));
  };
  return (
    <div className="st-notice st-notice--warning" role="status">
      <p>{say('embed.host-refused', { host, site: contentLists.sites.getLabel(site) })}</p>
      {canChange(site) ? (
        <button type="button" className="st-button" onClick={allow}>
          {say('embed.allow', { host })}
        </button>
      ) : (
        <p>{say('embed.who-allows')}</p>
      )}
    </div>
  );
}

/** Returns the host of an address, with its port. Undefined if it is none; the protocol may be missing. */
function parseHost(address: string): string | undefined {
  const text = address.trim();
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  return url && /[.:]|^localhost$/.test(url.host) ? url.host : undefined;
}

/** Returns true if a host is one of those allowed. A domain without a port allows all ports. */
function isHostAllowed(host: string, hosts: readonly string[]): boolean {
  return [host, host.replace(/:\d+$/, '')].some((one) => hosts.includes(one));
}
