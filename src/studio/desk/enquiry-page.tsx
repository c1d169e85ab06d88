import { type ReactNode, useEffect, useState } from 'react';
import { useSearch } from '../address.ts';
import { troubleText } from '../ask/trouble-text.ts';
import { useStudio } from '../context.ts';
import { Moment } from '../moment.tsx';
import { mayWithEnquiries } from '../people/enquiry-rights.ts';
import { PersonLink } from '../privacy/person-link.tsx';
import type { DeskEnquiryView } from '../protocol-desk.ts';
import type { EnquiryCertificate } from '../protocol-privacy.ts';
import { useSingleKeys } from '../shell/shortcuts.ts';
import { focusHeading } from '../shell/use-arrival.ts';
import { Answers } from './answers.tsx';
import { DeliveryPart } from './delivery.tsx';
import { useEnquiries } from './desk-lists.tsx';
import { ElsewherePart } from './elsewhere.tsx';
import { enquiryAddress, suspicionText } from './enquiry-table.tsx';
import { ErasedEnquiry, EraseEnquiry } from './erase-enquiry.tsx';
import { filterOf, searchOf } from './filter.ts';
import { Handling } from './handling.tsx';
import { History, keepNote, keptNote, NoteForm } from './notes.tsx';
import { Photos } from './photos.tsx';
import { DeleteSuspected, ReleaseSuspected } from './suspected-page.tsx';
import { useBeside } from './use-beside.ts';
import { type EnquiryNow, useEnquiry } from './use-enquiry.ts';

export function EnquiryPage({ reference }: { readonly reference: string }): ReactNode {
  const { say, me } = useStudio();
  const [erased, setErased] = useState<Erased>();
  const now = useEnquiry(reference, erased !== undefined);
  const { reload } = now;
  const { view, trouble }: Partial<EnquiryNow> = erased ? {} : now;
  const list = useListOf(reference, view?.sequence ?? erased?.sequence);
  const { took, drop } = list;
  useEffect(() => {
    if (view) took(view);
  }, [view, took]);
  return (
    <div className="st-page st-desk st-enquiry">
      <nav className="st-enquiry-ways" aria-label={say('desk.list')}>
        <p className="st-crumb">
          <a href={list.address}>{say(list.isTray ? 'desk.suspected' : 'enquiries')}</a>
        </p>
        <Neighbours list={list} />
      </nav>
      <div className="st-page-head st-enquiry-head">
        <h1>
          <bdi dir="ltr">{view?.reference ?? reference}</bdi>
          {view && view.from !== '' && <bdi className="st-enquiry-from">{view.from}</bdi>}
        </h1>
        {view?.email !== undefined && (
          <a
            className="st-button st-button--primary st-as-button"
            href={mailAddress(view.email, view.reference)}
            title={view.email}
          >
            {say('desk.write')}
          </a>
        )}
      </div>
      {erased && <ErasedEnquiry certificate={erased.certificate} back={list.address} />}
      {trouble && trouble.error !== 'not-found' && (
        <div className="st-notice st-notice--warning" role="alert">
          <p>
            {troubleText(trouble, say)} {view && say('desk.stale')}
          </p>
          <p>
            <button type="button" className="st-button" onClick={() => void reload()}>
              {say('try-again')}
            </button>
          </p>
        </div>
      )}
      {trouble?.error === 'not-found' && <Gone reference={reference} />}
      {!view && !trouble && !erased && <p className="st-quiet">{say('loading.part')}</p>}
      {view && (
        <Whole
          view={view}
          now={now}
          back={list.address}
          onErased={(certificate) => {
            keepNote(me.id, view.reference, '');
            drop(view.id);
            setErased({ certificate, sequence: view.sequence });
          }}
        />
      )}
    </div>
  );
}

/** Returns a `mailto:` address. RFC 6068 requires that the `@` between name and domain is not encoded. */
function mailAddress(email: string, subject: string): string {
  const at = email.lastIndexOf('@');
  const [name, domain] = [email.slice(0, at), email.slice(at + 1)].map(encodeURIComponent);
  return `mailto:${name}@${domain}?subject=${encodeURIComponent(subject)}`;
}

/** The certificate of an enquiry that was erased on this page, and its position in the list. */
interface Erased {
  readonly certificate: EnquiryCertificate;
  readonly sequence: number;
}

function Whole({
  view,
  now: { take, reload },
  back,
  onErased,
}: {
  readonly view: DeskEnquiryView;
  readonly now: EnquiryNow;
  readonly back: string;
  readonly onErased: (certificate: EnquiryCertificate) => void;
}): ReactNode {
  const { say, me, announce, visit } = useStudio();
  const mayHandle = mayWithEnquiries(me, 'handle');
  const isSuspected = view.delivery === 'suspected';
  return (
    <>
      <p className="st-enquiry-facts">
        <span>
          <bdi>{view.type.name}</bdi>
        </span>
        {view.office && (
          <span>
            <bdi>{view.office.name}</bdi>
          </span>
        )}
        <span>
          <bdi dir="ltr">{view.site}</bdi>
        </span>
        <span>
          <Moment at={view.receivedAt} />
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
          <p>{suspicionText(view.suspicion, say)}</p>
          {mayHandle && (
            <div className="st-actions">
              <ReleaseSuspected
                id={view.id}
                reference={view.reference}
                onDone={() => {
                  announce(say('desk.released', { reference: view.reference }));
                  // The button that was pressed is removed by then.
                  void reload().then(() => requestAnimationFrame(focusHeading));
                }}
              />
              {mayWithEnquiries(me, 'erase') && (
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
      <div className="st-enquiry-parts">
        <div className="st-enquiry-what">
          <Answers view={view} />
          <Photos pictures={view.pictures} />
          <section className="st-enquiry-done" aria-labelledby="st-desk-history">
            <h2 id="st-desk-history">{say('desk.history')}</h2>
            {mayHandle && <NoteForm id={view.id} reference={view.reference} onView={take} />}
            <History view={view} />
          </section>
        </div>
        <div className="st-enquiry-how">
          {!isSuspected && <Handling view={view} onView={take} />}
          <DeliveryPart view={view} onView={take} />
          {view.deliveries && <ElsewherePart view={view} deliveries={view.deliveries} onView={take} />}
          <div className="st-enquiry-done st-enquiry-end">
            <PersonLink view={view} />
            {/* Suspected enquiries have the button "Delete" above. */}
            {!isSuspected && mayWithEnquiries(me, 'erase') && (
              <EraseEnquiry
                view={view}
                onErased={onErased}
                onGone={() => void reload().then(() => requestAnimationFrame(focusHeading))}
              />
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/**
 * Shown if the enquiry was erased, is outside of the person's limits, or never existed. An unsent comment can
 * still be copied.
 */
function Gone({ reference }: { readonly reference: string }): ReactNode {
  const { say, me } = useStudio();
  const note = keptNote(me.id, reference);
  return (
    <div className="st-empty">
      <p className="st-desk-empty">{say('desk.gone')}</p>
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
    </div>
  );
}

/**
 * Returns the list in the address, with the links to the neighbours of the enquiry.
 * @param sequence The enquiry's number. Absent while unknown.
 */
function useListOf(reference: string, sequence: number | undefined) {
  const search = useSearch();
  const isTray = search.get('tray') === 'suspected';
  const query = isTray ? '' : searchOf(filterOf(search)).toString();
  const source = isTray ? 'enquiries/suspected' : 'enquiries';
  const { listed, more, took, drop } = useEnquiries(source, query);
  const rows = listed?.rows ?? [];
  const at = rows.findIndex((row) => row.reference === reference || row.id === reference);
  const path = isTray ? '/studio/enquiries/suspected' : '/studio/enquiries';
  const own = isTray ? 'tray=suspected' : query;
  // True if the enquiry is on a page of the list that is not loaded (such as after a reload), or no longer in
  // the list.
  const isElsewhere = listed !== undefined && at === -1;
  const beside = useBeside({ path: source, query, ...(isElsewhere && sequence && { sequence }) });
  const wayTo = (to: string | undefined) => to && enquiryAddress(to, own);
  const isLast = at !== -1 && at === rows.length - 1;
  useEffect(() => {
    // Loads the next page early, so that nobody has to wait at the end of a page.
    if (isLast) void more();
  }, [isLast, more]);
  return {
    ...{ isTray, took, drop, address: query === '' ? path : `${path}?${query}` },
    previous: wayTo(isElsewhere ? beside.previous : rows[at - 1]?.reference),
    next: wayTo(isElsewhere ? beside.next : at === -1 ? undefined : rows[at + 1]?.reference),
  };
}

function Neighbours({
  list: { previous, next },
}: {
  readonly list: { readonly previous: string | undefined; readonly next: string | undefined };
}): ReactNode {
  const { say, visit } = useStudio();
  useSingleKeys({
    j: next === undefined ? undefined : () => visit(next),
    k: previous === undefined ? undefined : () => visit(previous),
  });
  const way = (address: string | undefined, key: 'previous' | 'next') =>
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
    <p className="st-neighbours">
      {way(previous, 'previous')}
      {way(next, 'next')}
    </p>
  );
}
