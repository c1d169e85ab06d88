import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Role, SignedInPerson } from '../../api/people.ts';
import type { DraftView } from '../../api/studio.ts';
import { AccountPage } from '../admin/account/account-page.tsx';
import { AuditPage } from '../admin/audit/audit-page.tsx';
import { PeoplePage } from '../admin/people/people-page.tsx';
import { PrivacyPage } from '../admin/privacy/privacy-page.tsx';
import { OwnersOnly } from '../auth/permissions/owners-only.tsx';
import { includesRole } from '../auth/permissions/roles.ts';
import { ContentListPage } from '../content/content-list-page.tsx';
import { type ContentPart, findContentPart } from '../content/content-lists.ts';
import { ContentOverview } from '../content/content-overview.tsx';
import { ChoiceListsPage } from '../content/lists/choice-lists-page.tsx';
import { FaultySourcesNotice } from '../content/source/faulty-sources-notice.tsx';
import { SourcePage } from '../content/source/source-page.tsx';
import { useContentView } from '../content/use-content-view.ts';
import { JsonPage } from '../documents/json-page.tsx';
import { loadMe, signOut } from '../draft/api.ts';
import { Collisions } from '../draft/collision-notices.tsx';
import { type StudioContextValue, StudioProvider } from '../draft/context.ts';
import type { DraftState } from '../draft/draft-state.ts';
import { createStudioDraftStore, type StudioDraftStore } from '../draft/draft-store.ts';
import { usePresenceReport } from '../draft/presence/use-presence.ts';
import { openUnsentChanges } from '../draft/unsent-changes.ts';
import { FormEditorPage } from '../forms/form-page.tsx';
import { FormsPage } from '../forms/forms-page.tsx';
import { FormImportPage } from '../forms/import/form-import-page.tsx';
import { TypeSettingsPage } from '../forms/settings/type-settings-page.tsx';
import { GuideProvider } from '../help/guide-provider.tsx';
import { HelpPanel } from '../help/help-panel.tsx';
import { ManualPage } from '../help/manual-page.tsx';
import { FiguresPage } from '../inbox/figures/figures-page.tsx';
import { InboxProvider } from '../inbox/inbox-lists.tsx';
import { InboxSection } from '../inbox/inbox-section.tsx';
import { ChecksPage } from '../publish/checks-page.tsx';
import { ComparePage } from '../publish/compare-page.tsx';
import { FilledScenarios } from '../publish/filled-scenarios.tsx';
import { HistoryPage } from '../publish/history/history-page.tsx';
import { ImportPage } from '../publish/history/import-page.tsx';
import { VersionsProvider } from '../publish/history/latest-versions.tsx';
import { VersionPage } from '../publish/history/version-page.tsx';
import { PublishPage } from '../publish/publish-page.tsx';
import { RefusedVersions } from '../publish/refused-versions.tsx';
import { CommentMark, PartComments } from '../review/form-comments.tsx';
import { ReadyNotice } from '../review/ready.tsx';
import { ReviewProvider } from '../review/review-context.tsx';
import { RulesPage } from '../rules/rules-page.tsx';
import { TextsPage } from '../texts/texts-page.tsx';
import { decodeAddressPart, notifyAddressChange } from '../ui/address.ts';
import { onAccessLoss, setRequestPerson } from '../ui/ask/request.ts';
import { blurInputOnLeaving } from '../ui/blur-input.ts';
import { useDocumentTitle } from '../ui/document-title.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Lingering } from '../ui/lingering.tsx';
import type { FormatMessage } from '../ui/messages.ts';
import { useShortcuts } from '../ui/shortcuts.ts';
import { useHeadingFocus } from '../ui/use-heading-focus.ts';
import { ChangesList } from './changes-list.tsx';
import { CommandPalette } from './command-palette.tsx';
import { PublishedNotice } from './published-notice.tsx';
import { RefusedContentNotice } from './refused-content-notice.tsx';
import { RoleChangedNotice } from './role-changed.tsx';
import { ShortcutOverview } from './shortcut-overview.tsx';
import { TopBar } from './top-bar.tsx';
import { UndoNotice } from './undo-notice.tsx';
import { type OpenOverlay, useStudioActions } from './use-actions.ts';
import { useAlertsInView } from './use-alerts-in-view.ts';
import { useServerEvents } from './use-events.ts';
import { useNextDraft } from './use-next-draft.ts';

export interface WorkbenchProps {
  readonly view: DraftView;
  /** The person who was signed in when the draft was loaded. The page belongs to them. */
  readonly account: SignedInPerson;
  readonly say: FormatMessage;
  readonly locale: string;
  readonly announce: (text: string) => void;
  /** True if the person has just signed in or published, so that the pressed button is gone. */
  readonly focusesHeading: boolean;
  /** Loads the session and the draft again. */
  readonly onReopen: () => void;
}

/** Renders the studio with an open draft: its bar, its notices and the current page. */
export function Workbench({
  view,
  account,
  say,
  locale,
  announce,
  focusesHeading,
  onReopen,
}: WorkbenchProps): ReactNode {
  const [store] = useState(() => createStudioDraftStore(view, openUnsentChanges(account.id)));
  useEffect(() => store.stop, [store]);
  useEffect(blurInputOnLeaving, []);
  const [me, acceptMe, refreshMe] = useMe(store, account);
  const [{ path, search }, go] = useStudioAddress();
  const startNavigation = useHeadingFocus(path + search, focusesHeading);
  // Not the whole state: otherwise each keystroke would render every part of the studio.
  const isSignedOut = useSyncExternalStore(
    store.subscribe,
    () => store.getSnapshot().saving === 'signed-out',
  );
  const version = useSyncExternalStore(store.subscribe, () => getDraftVersion(store.getSnapshot()));
  const [isLeaving, setIsLeaving] = useState(false);
  const isHeard = useServerEvents(store, {
    isSignedIn: !isSignedOut && !isLeaving,
    onMe: acceptMe,
  });
  const content = useContentView(store, view.content);
  const studio = useMemo<StudioContextValue>(
    () => ({
      store,
      me,
      refreshMe,
      content,
      panel: view.panel,
      say,
      locale,
      announce,
      go,
      may: (role: Role) => includesRole(me.role, role),
      /** Opens an address as a link does: the heading of its page gets the focus. */
      visit(to) {
        startNavigation();
        go(to);
      },
      reopen: onReopen,
      isConnected: isHeard,
      mayChange: (type?: string) =>
        includesRole(me.role, 'editor') &&
        // Forms belong to all sites. A person whose role is limited to sites cannot change them.
        (type === undefined || (me.sites === undefined && (me.types?.includes(type) ?? true))),
    }),
    [
      store,
      me,
      refreshMe,
      content,
      view.panel,
      say,
      locale,
      announce,
      go,
      startNavigation,
      onReopen,
      isHeard,
    ],
  );
  useNextDraft(store, { view, onReopen });
  useDocumentTitle(formatPageTitle(path, say));
  usePresenceReport(isHeard);
  useAlertsInView();
  const [overlay, setOverlay] = useState<OpenOverlay>();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const open = useCallback(
    (what: OpenOverlay) => (what === 'help' ? setIsHelpOpen(true) : setOverlay(what)),
    [],
  );
  const closeOverlay = useCallback(() => setOverlay(undefined), []);
  const signOutNow = useCallback(() => {
    // Stops the server's events first, so that the sign-in dialog does not open while signing out.
    setIsLeaving(true);
    void signOut()
      .catch(() => setIsLeaving(false))
      .then(onReopen);
  }, [onReopen]);
  const actions = useStudioActions(studio, { open, signOut: signOutNow });
  useShortcuts(actions);

  return (
    <StudioProvider value={studio}>
      <VersionsProvider>
        <GuideProvider path={path}>
          <ReviewProvider version={version}>
            {/* Without the role a screen reader adds "clickable" to everything inside. */}
            <div
              role="none"
              className="st-app"
              onClick={(event) => followStudioLink(event, { go, startNavigation })}
              onBlur={({ target }) => {
                if (target.matches('input, textarea, [contenteditable]')) store.endStep();
              }}
            >
              <a className="st-skip" href="#main">
                {say('skip')}
              </a>
              <TopBar path={path} actions={actions} onSignOut={signOutNow} />
              <RoleChangedNotice />
              <PublishedNotice />
              <ReadyNotice path={path} />
              <RefusedContentNotice />
              <FaultySourcesNotice />
              <RefusedVersions />
              <Collisions />
              <FilledScenarios />
              <main id="main" className="st-main" tabIndex={-1}>
                <ErrorBoundary say={say} address={path + search}>
                  <InboxProvider>
                    <StudioPage path={path} search={search} />
                  </InboxProvider>
                </ErrorBoundary>
              </main>
              {studio.may('editor') && <UndoNotice onRedo={actions.redo} />}
              <Lingering isOpen={isHelpOpen && !path.startsWith('/studio/manual')}>
                <HelpPanel
                  address={path + search}
                  onShortcuts={actions.overview}
                  onClose={() => setIsHelpOpen(false)}
                />
              </Lingering>
              {overlay === 'palette' && <CommandPalette actions={actions.entries} onClose={closeOverlay} />}
              {overlay === 'overview' && <ShortcutOverview onClose={closeOverlay} />}
              {overlay === 'changes' && <ChangesList onClose={closeOverlay} />}
            </div>
          </ReviewProvider>
        </GuideProvider>
      </VersionsProvider>
    </StudioProvider>
  );
}

/** Returns a text that identifies the draft and its accepted changes. */
function getDraftVersion({ draft, version }: DraftState): string {
  return `${draft} ${version}`;
}

/**
 * Returns the person of this page with the current role, a function that sets the person, and one that loads
 * them again. They are also loaded again when the server refuses a request because of the role. If the
 * session has ended or somebody else has signed in, the store gets the state `signed-out`, and the person
 * stays the same. When the role permits editing again, the store sends the changes that were refused.
 */
function useMe(
  store: StudioDraftStore,
  account: SignedInPerson,
): readonly [SignedInPerson, (me: SignedInPerson) => void, () => Promise<void>] {
  const [me, setMe] = useState(account);
  useLayoutEffect(() => setRequestPerson(account.id), [account.id]);
  const acceptMe = useCallback(
    (now: SignedInPerson) => {
      // Another person has signed in in this browser. This page still belongs to the first person.
      if (now.id === account.id) setMe(now);
      else store.applyEvent({ kind: 'signed-out' });
    },
    [store, account.id],
  );
  const refreshMe = useCallback(() => loadMe().then(acceptMe, () => undefined), [acceptMe]);
  useEffect(
    () =>
      onAccessLoss((what) => {
        if (what === 'signed-out') store.applyEvent({ kind: 'signed-out' });
        else void refreshMe();
      }),
    [store, refreshMe],
  );
  const may = includesRole(me.role, 'editor');
  useEffect(() => {
    // Sends the changes that the former role did not permit.
    if (may && store.getSnapshot().saving === 'not-allowed') store.retry();
  }, [store, may]);
  return [me, acceptMe, refreshMe];
}

/** Renders the page of an address. Unknown addresses show the list of forms. */
function StudioPage({ path, search }: StudioAddress): ReactNode {
  const [, , part, name, tab] = path.split('/');
  if (part === 'texts') return <TextsPage key={search} search={search} />;
  if (part === 'rules') return <RulesPage />;
  if (part === 'content' && name === 'lists') return <ChoiceListsPage />;
  if (part === 'content') return <ContentSection part={findContentPart(name)} tab={tab} />;
  if (part === 'checks') return <ChecksPage />;
  if (part === 'json') return <JsonPage />;
  if (part === 'manual') return <ManualPage />;
  if (part === 'publish') return <PublishPage />;
  if (part === 'compare') return <ComparePage />;
  if (part === 'history' && name === 'import') return <ImportPage />;
  if (part === 'history' && name) return <VersionPage key={name} number={Number(name)} />;
  if (part === 'history') return <HistoryPage />;
  if (part === 'account') return <AccountPage />;
  if (part === 'enquiries' && name === 'privacy') return <PrivacyPage />;
  if (part === 'enquiries') return <InboxSection {...(name && { name: decodeAddressPart(name) })} />;
  if (part === 'figures') return <FiguresPage />;
  if (part === 'people')
    return (
      <OwnersOnly part="people">
        <PeoplePage />
      </OwnersOnly>
    );
  if (part === 'audit')
    return (
      <OwnersOnly part="audit">
        <AuditPage />
      </OwnersOnly>
    );
  if (part === 'forms' && name && tab === 'settings')
    return <TypeSettingsPage key={name} typeKey={decodeAddressPart(name)} />;
  if (part === 'forms' && name) return <FormEditorPage key={name} typeKey={decodeAddressPart(name)} />;
  if (new URLSearchParams(search).has('import')) return <FormImportPage />;
  return <FormsPage />;
}

/** Renders a list of the content, or where it comes from; without a list, the page with all lists. */
function ContentSection({
  part,
  tab,
}: {
  readonly part: ContentPart | undefined;
  readonly tab: string | undefined;
}): ReactNode {
  if (part === undefined) return <ContentOverview />;
  return tab === 'source' ? (
    <SourcePage key={part} part={part} />
  ) : (
    <ContentListPage key={part} part={part} comments={entryComments} />
  );
}

const entryComments = { Thread: PartComments, Mark: CommentMark };

interface StudioAddress {
  readonly path: string;
  /** The query: empty, or `?key=send-message`. */
  readonly search: string;
}

/** Returns the path and the query of the current address. */
function readAddress(): StudioAddress {
  return { path: location.pathname, search: location.search };
}

/**
 * Returns the address, and a function that opens another one without loading the page: it adds an entry to
 * the browser’s history, scrolls to the top and notifies the hooks that read the address.
 */
function useStudioAddress(): readonly [StudioAddress, (to: string) => void] {
  const [address, setAddress] = useState(readAddress);
  useEffect(() => {
    /** Reads the address again after the browser went back or forward. */
    const updateAddress = () => setAddress(readAddress());
    addEventListener('popstate', updateAddress);
    return () => removeEventListener('popstate', updateAddress);
  }, []);
  const openAddress = useCallback((to: string) => {
    history.pushState(null, '', to);
    setAddress(readAddress());
    notifyAddressChange();
    scrollTo(0, 0);
  }, []);
  return [address, openAddress];
}

/**
 * Opens a clicked link of the studio within the page, and prepares the focus of the new heading with
 * `startNavigation`. Other clicks, and clicks that open a new tab or download a file, are left to the
 * browser.
 */
function followStudioLink(
  event: MouseEvent,
  { go, startNavigation }: { readonly go: (path: string) => void; readonly startNavigation: () => void },
): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/studio"]');
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
  if (!link || !isPlain || link.target === '_blank' || link.hasAttribute('download')) return;
  event.preventDefault();
  startNavigation();
  go(link.getAttribute('href') ?? '/studio');
}

/** The pages, by the segment of their address, which is also the message key of their name. */
const partNames = [
  'forms',
  'content',
  'rules',
  'texts',
  'checks',
  'json',
  'history',
  'publish',
  'compare',
  'figures',
  'enquiries',
  'people',
  'audit',
  'account',
] as const;

/** Returns the message key of the name of the page at this path; `forms` for an unknown path. */
function getPartName(path: string): (typeof partNames)[number] | 'privacy' | 'help.manual.title' {
  const [, , part, name] = path.split('/');
  if (part === 'manual') return 'help.manual.title';
  if (part === 'enquiries' && name === 'privacy') return 'privacy';
  return partNames.find((one) => one === part) ?? 'forms';
}
/** Pages below `/studio/enquiries` that are not enquiries. */
const inboxSubpages: readonly string[] = ['suspected', 'privacy'];

/** Returns the title of a page: `Rules | Slipway Studio`. That of an enquiry begins with its reference. */
function formatPageTitle(path: string, say: FormatMessage): string {
  const part = getPartName(path);
  const [, , , name = ''] = path.split('/');
  const reference = part === 'enquiries' && !inboxSubpages.includes(name) ? decodeAddressPart(name) : '';
  return `${[reference, say(part)].filter(Boolean).join(' | ')} | Slipway ${say('studio')}`;
}
