import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { EnquiryView } from '../../api/inbox.ts';
import type { SignedInPerson } from '../../api/people.ts';
import type { EnquiryCertificate } from '../../api/privacy.ts';
import { PersonLink } from '../admin/privacy/person-link.tsx';
import { hasEnquiryRight } from '../auth/permissions/enquiry-rights.ts';
import { useStudio } from '../draft/context.ts';
import { FactsOfEnquiry } from '../preset/inbox.ts';
import { useSearch } from '../ui/address.ts';
import { formatRequestFailure } from '../ui/ask/format-request-failure.ts';
import { FormOpener } from '../ui/form-opener.tsx';
import { Lingering } from '../ui/lingering.tsx';
import { MomentText } from '../ui/moment.tsx';
import { useSingleKeys } from '../ui/shortcuts.ts';
import { focusHeadingOnceLost } from '../ui/use-heading-focus.ts';
import { EnquiryAnswers } from './answers.tsx';
import { CampaignFacts } from './campaign-facts.tsx';
import { CommentForm, EnquiryHistory, readUnsentComment, storeUnsentComment } from './comments.tsx';
import { DeliveriesSection } from './deliveries-section.tsx';
import { formatSuspicion, getEnquiryAddress } from './enquiry-table.tsx';
import { ErasedEnquiry, EraseEnquiry } from './erase-enquiry.tsx';
import { readEnquiryFilter, toEnquirySearch } from './filter.ts';
import { HandlingSection } from './handling.tsx';
import { type EnquiryList, useEnquiryList } from './inbox-lists.tsx';
import { MailSection } from './mail-section.tsx';
import { EnquiryPhotos } from './photos.tsx';
import { ReplySection } from './reply-form.tsx';
import { FailedReplyNotice, ReplyThread } from './reply-thread.tsx';
import { BlockSender } from './spam/block-sender.tsx';
import { DeleteSuspected, ReleaseSuspected } from './spam/suspected-page.tsx';
import { readUnsentReply, storeUnsentReply } from './unsent-reply.ts';
import { type LoadedEnquiry, useInboxEnquiry } from './use-enquiry.ts';
import { useNeighbours } from './use-neighbours.ts';

/** An enquiry and the list from which it was opened. */
export interface EnquiryOfList {
  readonly reference: string;
  /** True for the list of suspected enquiries. */
  readonly isTray: boolean;
  /** The query string of the list, without `?`. */
  readonly query: string;
  readonly enquiries: EnquiryList;
}

/** Renders the page of the enquiry with this reference. The address contains the list. */
export function EnquiryDetailPage({ reference }: { readonly reference: string }): ReactNode {
  const search = useSearch();
  const isTray = search.get('tray') === 'suspected';
  const query = isTray ? '' : toEnquirySearch(readEnquiryFilter(search)).toString();
  const enquiries = useEnquiryList(isTray ? 'enquiries/suspected' : 'enquiries', query);
  return <EnquiryDetail of={{ reference, isTray, query, enquiries }} />;
}

/** Renders an enquiry, on a page of its own or beside its list; after its erasure, the certificate. */
export function EnquiryDetail({
  of,
  pane,
}: {
  readonly of: EnquiryOfList;
  /** Absent on a page of its own. */
  readonly pane?: { readonly onClose: () => void; readonly onView: (view: EnquiryView) => void };
}): ReactNode {
  const { reference } = of;
  const { say, me } = useStudio();
  const [erased, setErased] = useState<ErasedState>();
  const [isReplying, setIsReplying] = useState(false);
  const replyButton = useRef<HTMLButtonElement>(null);
  const now = useInboxEnquiry(reference, erased !== undefined);
  const { reload } = now;
  const { view, trouble }: Partial<LoadedEnquiry> = erased ? {} : now;
  const list = useEnquiryPosition(of, view?.sequence ?? erased?.sequence);
  const { replaceRow, removeRow } = list;
  const onView = pane?.onView;
  useEffect(() => {
    if (!view) return;
    replaceRow(view);
    onView?.(view);
  }, [view, replaceRow, onView]);
  const mayReply = view !== undefined && canReply(view, me);
  useSingleKeys({ r: mayReply && !isReplying ? () => setIsReplying(true) : undefined });
  return (
    <div className="st-page st-inbox st-enquiry">
      <nav className="st-enquiry-ways st-wrap st-center" aria-label={say('desk.list')}>
        {pane ? (
          <button type="button" className="st-link" onClick={pane.onClose}>
            {say('desk.close')}
          </button>
        ) : (
          <p className="st-crumb">
            <a href={list.address}>{say(list.isTray ? 'desk.suspected' : 'enquiries')}</a>
          </p>
        )}
        <NeighbourLinks list={list} hasKeys={!pane || !list.isListed} />
      </nav>
      <div className="st-page-head st-enquiry-head">
        <h1 className="st-wrap st-baseline st-breaks">
          <bdi dir="ltr">{view?.reference ?? reference}</bdi>
          {view && view.from !== '' && <bdi className="st-enquiry-from">{view.from}</bdi>}
        </h1>
        {view?.email !== undefined && (
          <div className="st-wrap st-center">
            <a href={toMailtoAddress(view.email, view.reference)} title={view.email}>
              {say('desk.write')}
            </a>
            {mayReply && (
              <FormOpener
                ref={replyButton}
                isOpen={isReplying}
                className="st-button st-button--primary"
                onToggle={() => setIsReplying(!isReplying)}
              >
                {say('desk.reply')}
              </FormOpener>
            )}
          </div>
        )}
      </div>
      {erased && <ErasedEnquiry certificate={erased.certificate} back={list.address} />}
      {trouble && trouble.error !== 'not-found' && (
        <div className="st-notice st-notice--warning" role="alert">
          <p>
            {formatRequestFailure(trouble, say)} {view && say('desk.stale')}
          </p>
          <p>
            <button type="button" className="st-button" onClick={() => void reload()}>
              {say('try-again')}
            </button>
          </p>
        </div>
      )}
      {trouble?.error === 'not-found' && <MissingEnquiry reference={reference} />}
      {!view && !trouble && !erased && <p className="st-quiet">{say('loading.part')}</p>}
      {view && (
        <EnquirySections
          view={view}
          now={now}
          back={list.address}
          isReplying={isReplying && mayReply}
          onReplyEnd={() => {
            replyButton.current?.focus();
            setIsReplying(false);
            // After a reply there may be no button for another one.
            focusHeadingOnceLost();
          }}
          onErased={(certificate) => {
            storeUnsentComment(me.id, view.reference, '');
            storeUnsentReply(me.id, view.reference, undefined);
            removeRow(view.id);
            setErased({ certificate, sequence: view.sequence });
          }}
        />
      )}
    </div>
  );
}

/** Returns true if the person may reply to the enquiry: it has an address and does not look like spam. */
function canReply({ email, delivery }: EnquiryView, me: SignedInPerson): boolean {
  return email !== undefined && delivery !== 'suspected' && hasEnquiryRight(me, 'handle');
}

/**
 * Returns a `mailto:` address with a subject. RFC 6068 requires that the `@` between name and domain is not
 * encoded.
 */
function toMailtoAddress(email: string, subject: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)].map(encodeURIComponent);
  return `mailto:${name}@${domain}?subject=${encodeURIComponent(subject)}`;
}

/** The enquiry that was erased on this page. */
interface ErasedState {
  readonly certificate: EnquiryCertificate;
  /** The number of the enquiry, by which its neighbours in the list are still found. */
  readonly sequence: number;
}

/** Renders the facts, answers, photos, history, mails and actions of an enquiry. */
function EnquirySections({
  view,
  now: { show, reload },
  back,
  isReplying,
  onReplyEnd,
  onErased,
}: {
  readonly view: EnquiryView;
  readonly now: LoadedEnquiry;
  /** The address of the list. */
  readonly back: string;
  readonly isReplying: boolean;
  /** Called when the reply is sent, or the person has closed its form. */
  readonly onReplyEnd: () => void;
  readonly onErased: (certificate: EnquiryCertificate) => void;
}): ReactNode {
  const { say, me, announce, visit } = useStudio();
  const mayHandle = hasEnquiryRight(me, 'handle');
  const isSuspected = view.delivery === 'suspected';
  return (
    <>
      <p className="st-enquiry-facts st-wrap st-muted st-small">
        <span>
          <bdi>{view.type.name}</bdi>
        </span>
        <FactsOfEnquiry view={view} />
        <span>
          <bdi dir="ltr">{view.site}</bdi>
        </span>
        <span>
          <MomentText at={view.receivedAt} />
        </span>
        {(view.delivery === 'failed' || view.delivery === 'no-recipient') && (
          <span>
            <span className="st-state st-state--error">{say(`desk.delivery.${view.delivery}`)}</span>
          </span>
        )}
      </p>
      {isSuspected && (
        <section className="st-notice st-notice--warning" aria-label={say('desk.suspected')}>
          <h2>{say('desk.is-suspected')}</h2>
          <p>{formatSuspicion(view.suspicion, say)}</p>
          {mayHandle && (
            <div className="st-actions">
              <ReleaseSuspected
                id={view.id}
                reference={view.reference}
                onDone={() => {
                  announce(say('desk.released', { reference: view.reference }));
                  // The button that was pressed is removed.
                  void reload().then(focusHeadingOnceLost);
                }}
              />
              <BlockSender row={view} onChanged={reload} />
              {hasEnquiryRight(me, 'erase') && (
                <DeleteSuspected
                  id={view.id}
                  reference={view.reference}
                  onDone={() => {
                    announce(say('desk.deleted', { reference: view.reference }));
                    visit(back);
                  }}
                />
              )}
            </div>
          )}
        </section>
      )}
      <FailedReplyNotice view={view} />
      <div className="st-enquiry-parts">
        <div className="st-enquiry-what st-stack-5 st-shrink">
          <Lingering isOpen={isReplying}>
            <ReplySection view={view} onView={show} onClose={onReplyEnd} />
          </Lingering>
          <EnquiryAnswers view={view} />
          <CampaignFacts view={view} />
          <EnquiryPhotos pictures={view.pictures} />
          <ReplyThread replies={view.replies ?? []} />
          <section className="st-enquiry-done" aria-labelledby="st-inbox-history">
            <h2 id="st-inbox-history">{say('desk.history')}</h2>
            {mayHandle && <CommentForm id={view.id} reference={view.reference} onView={show} />}
            <EnquiryHistory view={view} />
          </section>
        </div>
        <div className="st-enquiry-how st-stack-3 st-shrink">
          {!isSuspected && <HandlingSection view={view} onView={show} />}
          <MailSection view={view} onView={show} />
          {view.deliveries && <DeliveriesSection view={view} deliveries={view.deliveries} onView={show} />}
          <div className="st-enquiry-done st-enquiry-end st-wrap st-center st-between">
            <PersonLink view={view} />
            {!isSuspected && <BlockSender row={view} onChanged={reload} />}
            {/* Suspected enquiries have the button "Delete" above. */}
            {!isSuspected && hasEnquiryRight(me, 'erase') && (
              <EraseEnquiry
                view={view}
                onErased={onErased}
                onGone={() => void reload().then(focusHeadingOnceLost)}
              />
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/**
 * Renders the notice for an enquiry that was erased, is outside of the person's limits, or never existed. An
 * unsent comment or reply can still be copied.
 */
function MissingEnquiry({ reference }: { readonly reference: string }): ReactNode {
  const { say, me } = useStudio();
  const note = readUnsentComment(me.id, reference);
  const reply = readUnsentReply(me.id, reference)?.text ?? '';
  return (
    <div className="st-empty">
      <p className="st-inbox-empty">{say('desk.gone')}</p>
      <p>{say('desk.gone-text')}</p>
      {note !== '' && (
        <textarea
          className="st-input"
          readOnly
          aria-label={say('desk.note')}
          rows={4}
          value={note}
          dir="auto"
        />
      )}
      {reply !== '' && (
        <textarea
          className="st-input"
          readOnly
          aria-label={say('desk.reply-text')}
          rows={9}
          value={reply}
          dir="auto"
        />
      )}
    </div>
  );
}

/**
 * Returns the position of an enquiry in its list: the address and the kind of the list (`isTray`: suspected
 * enquiries), functions that change its rows, and the addresses of the enquiries before and after this one. Such
 * an address is undefined at the end of the list and while unknown. At the end of the loaded rows, loads the next
 * page.
 * @param sequence The enquiry's number. Absent while unknown.
 */
function useEnquiryPosition(
  { reference, isTray, query, enquiries }: EnquiryOfList,
  sequence: number | undefined,
) {
  const { loadedEnquiries, loadMore, replaceRow, removeRow } = enquiries;
  const source = isTray ? 'enquiries/suspected' : 'enquiries';
  const rows = loadedEnquiries?.rows ?? [];
  const at = rows.findIndex((row) => row.reference === reference || row.id === reference);
  const path = isTray ? '/studio/enquiries/suspected' : '/studio/enquiries';
  const own = isTray ? 'tray=suspected' : query;
  // True if the enquiry is on a page of the list that is not loaded (such as after a reload), or no longer in
  // the list.
  const isNotLoaded = loadedEnquiries !== undefined && at === -1;
  const beside = useNeighbours({ path: source, query, ...(isNotLoaded && sequence && { sequence }) });
  /**
   * Returns the address of an enquiry's page, from which this list can be opened again. Undefined without a
   * reference.
   */
  const toEnquiryLink = (to: string | undefined) => to && getEnquiryAddress(to, own);
  const isLast = at !== -1 && at === rows.length - 1;
  useEffect(() => {
    // Loads the next page early, so that nobody has to wait at the end of a page.
    if (isLast) void loadMore();
  }, [isLast, loadMore]);
  return {
    isTray,
    isListed: at !== -1,
    replaceRow,
    removeRow,
    address: query === '' ? path : `${path}?${query}`,
    previous: toEnquiryLink(isNotLoaded ? beside.previous : rows[at - 1]?.reference),
    next: toEnquiryLink(isNotLoaded ? beside.next : at === -1 ? undefined : rows[at + 1]?.reference),
  };
}

/** Renders links to the previous and next enquiry, which the keys `k` and `j` open as well. */
function NeighbourLinks({
  list: { previous, next },
  hasKeys,
}: {
  readonly list: { readonly previous: string | undefined; readonly next: string | undefined };
  /** False if the list handles the keys. */
  readonly hasKeys: boolean;
}): ReactNode {
  const { say, visit } = useStudio();
  useSingleKeys({
    j: next === undefined || !hasKeys ? undefined : () => visit(next),
    k: previous === undefined || !hasKeys ? undefined : () => visit(previous),
  });
  /** Renders a link to the address, or a disabled button without one. */
  const renderLink = (address: string | undefined, key: 'previous' | 'next') =>
    address === undefined ? (
      <button type="button" className="st-button" disabled>
        {say(`desk.${key}`)}
      </button>
    ) : (
      <a className="st-button st-as-button" href={address} rel={key === 'next' ? 'next' : 'prev'}>
        {say(`desk.${key}`)}
      </a>
    );
  return (
    <p className="st-neighbours st-wrap st-center">
      {renderLink(previous, 'previous')}
      {renderLink(next, 'next')}
    </p>
  );
}
