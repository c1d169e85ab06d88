import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { PreviewLinkListView, PreviewLinkRequest, PreviewLinkView } from '../../api/review.ts';
import type { PreviewQuery } from '../../api/studio.ts';
import { useStudio } from '../draft/context.ts';
import { useNamedOutline } from '../draft/use-known-types.ts';
import { ConfirmButton } from '../ui/ask/confirm-button.tsx';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import { type RequestFailure, tryRequest } from '../ui/ask/request.ts';
import { CopyField } from '../ui/ask/shown-once.tsx';
import { useServerData } from '../ui/ask/use-server-data.ts';
import { Dialog } from '../ui/dialog.tsx';
import { getOwnLanguageName } from '../ui/language-name.ts';
import { formatMoment } from '../ui/moment.tsx';
import { PreviewTool } from '../ui/preview-tool.tsx';
import { focusOnceLost } from '../ui/use-heading-focus.ts';

/**
 * Renders a button that opens a dialog, in which a person makes a link to a preview for people without an
 * account, and revokes links.
 */
export function SharePreview({ query }: { readonly query: PreviewQuery }): ReactNode {
  const { say } = useStudio();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <PreviewTool
        icon="M11 5.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4M11 14.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4M4 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4M5.8 7.1 9.2 4.5M5.8 8.9l3.4 2.6"
        label={say('share')}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Dialog label={say('share')} className="st-dialog--wide" onClose={() => setIsOpen(false)}>
          <ShareDialog query={query} onClose={() => setIsOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

/** Renders the choices for a new link, the link once it is made, and all links. */
function ShareDialog({
  query,
  onClose,
}: {
  readonly query: PreviewQuery;
  readonly onClose: () => void;
}): ReactNode {
  const { say } = useStudio();
  const { value, trouble, reload } = useServerData<PreviewLinkListView>('preview-links');
  return (
    <>
      <h2>{say('share')}</h2>
      <p>{say('share.lead')}</p>
      <LinkSubject query={query} />
      {value && (
        <ShareForm
          query={query}
          mostDays={value.mostDays}
          usualDays={value.usualDays}
          onCreated={() => void reload()}
        />
      )}
      {trouble && (
        <p className="st-problem" role="alert">
          {formatRequestFailure(trouble, say)}
        </p>
      )}
      {value && <LinkList links={value.links} onRevoked={reload} />}
      <button type="button" className="st-button" onClick={onClose}>
        {say('close')}
      </button>
    </>
  );
}

/** Renders what a link shows: the form, the site, the placement and the language. */
function LinkSubject({ query }: { readonly query: PreviewQuery }): ReactNode {
  const { say, content } = useStudio();
  const type = useNamedOutline().find(({ key }) => key === query.type);
  const site = content.sites.find(({ id }) => id === query.site) ?? content.sites[0];
  const parts = [
    type?.title ?? query.type,
    site?.name,
    say(`placement.${query.placement}`),
    getOwnLanguageName(query.locale),
  ];
  return <p className="st-breaks">{parts.filter(Boolean).join(' · ')}</p>;
}

/** Renders the form for a new link, and the link itself once the server has made it. */
function ShareForm({
  query,
  mostDays,
  usualDays,
  onCreated,
}: {
  readonly query: PreviewQuery;
  readonly mostDays: number;
  readonly usualDays: number;
  readonly onCreated: () => void;
}): ReactNode {
  const { say, announce, content } = useStudio();
  const id = useId();
  const [days, setDays] = useState(String(usualDays));
  const [isFrozen, setIsFrozen] = useState(true);
  const [acceptsComments, setAcceptsComments] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  const [address, setAddress] = useState<string>();
  const [trouble, setTrouble] = useState<RequestFailure | 'days'>();
  const count = /^\d+$/.test(days.trim()) ? Number(days) : 0;

  /** Asks the server for a link and shows it, or shows why there is none. */
  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setAddress(undefined);
    if (count < 1 || count > mostDays) {
      setTrouble('days');
      document.getElementById(`${id}-days`)?.focus();
      return;
    }
    setIsBusy(true);
    // The link belongs to this site, whatever site comes first when it is opened.
    const site = query.site || (query.example ? '' : (content.sites[0]?.id ?? ''));
    const body: PreviewLinkRequest = { query: { ...query, site }, days: count, isFrozen, acceptsComments };
    const made = await tryRequest<PreviewLinkView>('preview-links', { method: 'POST', body });
    setIsBusy(false);
    setTrouble(made.isDone ? undefined : made.trouble);
    if (!made.isDone) return;
    setAddress(made.answer.address);
    announce(say('share.created'));
    onCreated();
  }

  return (
    <form className="st-share-form st-stack-3" noValidate onSubmit={(event) => void create(event)}>
      <fieldset className="st-stack-2 st-start st-fieldset">
        <legend className="st-label">{say('share.what')}</legend>
        {([true, false] as const).map((frozen) => (
          <label key={String(frozen)} className="st-tick">
            <input
              type="radio"
              name={`${id}-frozen`}
              checked={isFrozen === frozen}
              onChange={() => setIsFrozen(frozen)}
            />
            {say(frozen ? 'share.frozen' : 'share.changing')}
          </label>
        ))}
      </fieldset>
      <div className="st-stack-1 st-start">
        <label className="st-label" htmlFor={`${id}-days`}>
          {say('share.days')}
        </label>
        <input
          id={`${id}-days`}
          className="st-input st-share-days"
          inputMode="numeric"
          value={days}
          aria-invalid={trouble === 'days' || undefined}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setDays(target.value)}
        />
        <p id={`${id}-hint`} className={trouble === 'days' ? 'st-problem' : 'st-hint'}>
          {say(trouble === 'days' ? 'share.days-wrong' : 'share.days-hint', { most: mostDays })}
        </p>
      </div>
      <label className="st-tick">
        <input
          type="checkbox"
          checked={acceptsComments}
          onChange={({ target }) => setAcceptsComments(target.checked)}
        />
        {say('share.comments')}
      </label>
      {trouble !== undefined && trouble !== 'days' && (
        <p className="st-problem" role="alert">
          {formatRequestFailure(trouble, say)}
        </p>
      )}
      <div>
        <button type="submit" className="st-button st-button--primary" aria-disabled={isBusy || undefined}>
          {say('share.create')}
        </button>
      </div>
      {address !== undefined && (
        <div className="st-notice st-notice--good">
          <p>{say('share.created')}</p>
          <CopyField label={say('share.address')} text={address} />
        </div>
      )}
    </form>
  );
}

/** Renders all links with their state, and the button that revokes one. */
function LinkList({
  links,
  onRevoked,
}: {
  readonly links: readonly PreviewLinkView[];
  readonly onRevoked: () => Promise<void>;
}): ReactNode {
  const { say, announce, locale } = useStudio();
  return (
    <section className="st-stack-2" aria-labelledby="st-links">
      <h3 id="st-links" tabIndex={-1}>
        {say('share.links')}
      </h3>
      {links.length === 0 && <p className="st-quiet">{say('share.none')}</p>}
      <ul className="st-share-links">
        {links.map((link) => (
          <li key={link.id} className="st-stack-1">
            <LinkSubject query={link.query} />
            <p className="st-quiet st-breaks">
              {say('share.by', { name: link.by.name })} · <LinkState link={link} /> ·{' '}
              {say('share.opened', { count: link.opened })}
              {link.openedAt !== undefined && ` (${formatMoment(link.openedAt, locale)})`}
            </p>
            <p className="st-quiet">
              {say(link.isFrozen ? 'share.frozen' : 'share.changing')}
              {link.acceptsComments && ` · ${say('share.comments')}`}
            </p>
            {link.address !== undefined && <CopyField label={say('share.address')} text={link.address} />}
            {link.isRevocable && (
              <span>
                <ConfirmButton
                  label={say('share.revoke')}
                  name={say('share.revoke-of', {
                    name: link.by.name,
                    date: formatMoment(link.createdAt, locale),
                  })}
                  question={say('share.revoke-of', {
                    name: link.by.name,
                    date: formatMoment(link.createdAt, locale),
                  })}
                  onConfirm={async () => {
                    const outcome = await tryRequest(`preview-links/${link.id}`, { method: 'DELETE' });
                    if (!outcome.isDone) return outcome.trouble;
                    await onRevoked();
                    announce(say('share.revoke-now'));
                    focusOnceLost(() => document.getElementById('st-links')?.focus());
                    return undefined;
                  }}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Renders until when a link is valid, or since when it is not. */
function LinkState({ link }: { readonly link: PreviewLinkView }): ReactNode {
  const { say, locale } = useStudio();
  const { revokedAt, expiresAt } = link;
  if (revokedAt !== undefined)
    return <strong>{say('share.revoked', { date: formatMoment(revokedAt, locale) })}</strong>;
  const date = formatMoment(expiresAt, locale);
  return expiresAt <= Date.now() ? (
    <strong>{say('share.expired', { date })}</strong>
  ) : (
    say('share.valid', { date })
  );
}
