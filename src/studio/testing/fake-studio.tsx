import { onTestFinished, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import type { Documents, Form } from '#engine';
import { compile } from '#engine/compile/index.ts';
import { applyPatches, type Change, type Patch } from '#engine/editing/index.ts';
import type { FindingView } from '../../api/findings.ts';
import type { AccessScope, SignedInPerson } from '../../api/people.ts';
import type { AcceptedChange, DraftView, ReportView, StudioEvent } from '../../api/studio.ts';
import { StudioApp } from '../app/studio-app.tsx';
import '../ui/styles/studio.css';
import { createFormatMessage } from '../ui/messages.ts';

/** A request of the page to the fake server. */
interface FakeRequest {
  readonly method: string;
  /** The parsed JSON. Undefined if there is none. */
  readonly body: unknown;
}

type FakeAnswer = (asked: FakeRequest) => Response | Promise<Response>;

/** The whole studio in the page of a test. A fake server replaces `fetch` and `EventSource`. */
export interface FakeStudio {
  /** Returns the current documents of the draft on the fake server. */
  readonly documents: () => Documents;
  /** Returns the changes that the fake server has accepted, the oldest first. */
  readonly changes: () => readonly AcceptedChange[];
  /**
   * Answers a path below `/studio/api/` from now on, for all methods and whatever the query is. Undefined
   * restores the default answer.
   */
  readonly answer: (path: string, answer: FakeAnswer | undefined) => void;
  /** Sends an event to the page, as the server does. */
  readonly sendEvent: (event: StudioEvent) => void;
  /**
   * Sends the result of a check of the current draft to the page, with these findings (default: none) and the
   * use of the fields. Pages that are opened later get it as well.
   */
  readonly report: (findings?: readonly FindingView[], fields?: ReportView['fields']) => void;
  /**
   * Applies the patches to the draft as a change of another person, and sends it to the page. Does nothing if
   * they cannot be applied.
   */
  readonly changeAsOther: (...patches: readonly Patch[]) => void;
  /**
   * Ends the session, without an event. Requests for the draft and changes are answered with 401, and the
   * page gets no signed-in person, until somebody signs in.
   */
  readonly endSession: () => void;
  /**
   * Renders the studio at an address, in English unless another language is given. A second call works like a reload: the page is rendered anew, the state
   * of the server remains.
   */
  readonly open: (address: string, locale?: string) => Promise<void>;
}

/**
 * Starts a fake server whose draft is a small form in two languages, until the end of the test, and clears
 * the storage of the browser. Nothing is rendered before `open`. Each studio has its own draft id, so that
 * late requests of a former page are refused. Paths without an answer are answered with `null`.
 * @param options The role (default: owner) and the limits of Ann, the signed-in person.
 */
export function createFakeStudio({ role = 'owner', ...limits }: Partial<AccessScope> = {}): FakeStudio {
  localStorage.clear();
  sessionStorage.clear();
  const published = { ...metaSchemas, ...smallDocuments } as unknown as Documents;
  const me: SignedInPerson = { id: 'ann', name: 'Ann', role, via: 'session', hasPassword: true, ...limits };
  const [draft, answers] = [crypto.randomUUID() as string, new Map<string, FakeAnswer>()];
  let documents = published;
  let changes: readonly AcceptedChange[] = [];
  let sources: readonly FakeEventSource[] = [];
  let isSignedIn = true;
  let report: StudioEvent | undefined;

  /** Sends an event to all connected event sources. */
  function sendEvent(event: StudioEvent): void {
    for (const { onmessage } of sources) onmessage?.({ data: JSON.stringify(event) });
  }

  /**
   * Applies a change to the draft, sends it as an event and returns it. Returns undefined and changes nothing
   * if it cannot be applied.
   * @param by The id of the page that made the change.
   */
  function acceptChange(change: Change, by: string): AcceptedChange | undefined {
    const applied = applyPatches(documents, change.patches);
    if (!applied.ok) return undefined;
    ({ documents } = applied);
    const version = changes.length + 1;
    const taken = { ...change, version, at: version, by, inverse: applied.inverse };
    changes = [...changes, taken];
    sendEvent({ kind: 'change', draft, change: taken });
    return taken;
  }

  /**
   * Returns the answer to a change that cannot be applied, because another person changed the same values:
   * all its positions with their current values.
   */
  const getConflict = ({ patches }: Change) => ({
    kind: 'conflict',
    conflicts: patches.map((patch) => ({
      patch,
      current: patch.path.reduce<unknown>((value, key) => Object(value)[key], Object(documents)[patch.file]),
    })),
  });

  /** Returns the answer to a request of the draft. */
  const getDraftView = (): DraftView => ({
    draft,
    version: changes.length,
    documents,
    changes,
    content,
    outdated: {},
    collisions: [],
    published: { hash: 'published', documents: published },
    panel: compilePanel(),
  });

  const defaultAnswers: Readonly<Record<string, FakeAnswer>> = {
    door: () => Response.json({ ...authView, ...(isSignedIn && { me }) }),
    me: () => Response.json(me),
    draft: () => (isSignedIn ? Response.json(getDraftView()) : Response.json({}, { status: 401 })),
    /**
     * Accepts a posted change. Answers 401 without a session, `other-draft` for another draft id, and
     * `conflict` if the change cannot be applied.
     */
    changes({ body }) {
      if (!isSignedIn) return Response.json({}, { status: 401 });
      const { by, change, ...of } = body as {
        readonly by: string;
        readonly change: Change;
        readonly draft: string;
      };
      if (of.draft !== draft) return Response.json({ kind: 'other-draft' });
      const taken = acceptChange(change, by);
      return Response.json(taken ? { kind: 'taken', change: taken } : getConflict(change));
    },
    'sign-in': () => {
      isSignedIn = true;
      return Response.json({ me });
    },
    presence: () => Response.json({}),
    arrivals: () => Response.json([]),
    'me/notifications': () =>
      Response.json({ rules: [], hour: 8, zone: 'UTC', isMailing: true, unansweredHours: 24, most: 30 }),
    'enquiries/choices': () =>
      Response.json({ types: [], offices: [], sites: [], people: [], longestSearch: 100 }),
    capacity: () => Response.json({ count: 0, bySite: {} }),
    versions: () => Response.json({ versions: [], waiting: [] }),
    rules: () => Response.json([]),
    preview: () => Response.json({ kind: 'no-form', version: changes.length }),
  };

  const browserFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input), location.href);
    const path = /^\/studio\/api\/(.*)$/.exec(pathname)?.[1];
    if (path === undefined) return browserFetch(input, init);
    const body: unknown = init?.body === undefined ? undefined : JSON.parse(String(init.body));
    const answer = answers.get(path) ?? defaultAnswers[path];
    return answer ? answer({ method: init?.method ?? 'GET', body }) : Response.json(null);
  });

  /**
   * Connects at once, and gets the last report first, if there is one. Events come from `sendEvent` until it
   * is closed.
   */
  class FakeEventSource {
    static readonly CLOSED = 2;
    readonly readyState = 1;
    onopen: (() => void) | undefined;
    onmessage: ((event: { readonly data: string }) => void) | undefined;
    constructor() {
      sources = [...sources, this];
      queueMicrotask(() => {
        this.onopen?.();
        // Like the server: a page that starts to listen gets the last report.
        if (report) this.onmessage?.({ data: JSON.stringify(report) });
      });
    }
    close(): void {
      sources = sources.filter((one) => one !== this);
    }
  }
  vi.stubGlobal('EventSource', FakeEventSource);

  let unmount: (() => Promise<void>) | undefined;
  onTestFinished(async () => {
    await unmount?.();
    vi.unstubAllGlobals();
  });
  return {
    documents: () => documents,
    changes: () => changes,
    answer: (path, answer) => void (answer ? answers.set(path, answer) : answers.delete(path)),
    sendEvent,
    report(findings = [], fields = {}) {
      report = {
        kind: 'report',
        report: { version: changes.length, findings, isForm: true, isProven: true, reach: {}, fields },
      };
      sendEvent(report);
    },
    endSession() {
      isSignedIn = false;
    },
    changeAsOther: (...patches) =>
      void acceptChange({ id: crypto.randomUUID(), title: { key: 'json' }, patches }, 'somebody'),
    async open(address, locale = 'en') {
      await unmount?.();
      history.replaceState(null, '', address);
      ({ unmount } = await render(<StudioApp say={createFormatMessage(locale)} locale={locale} />));
    },
  };
}

const authView = { isFirst: false, isMailing: false, shortestPassword: 15 };

const content: DraftView['content'] = {
  sites: [{ id: '101', name: 'Trevarrow', domain: 'www.trevarrow.example' }],
  pages: [],
  offices: [],
  refused: [],
  enquiryTypes: [{ id: 3, name: 'general', names: { en: 'General enquiry' } }],
  sourced: [],
};

const smallDocuments = {
  'enquiry-types.json': { enquiryTypes: [{ id: 3, key: 'general', folder: 'general' }] },
  'settings.json': { failureField: 'name', fallbackLocale: 'en' },
  'fields.json': { $defs: {} },
  'ui.json': {},
  'rules.json': { rules: [] },
  'forms/general/schema.json': {
    title: 'General enquiry',
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, phone: { type: 'string' }, message: { type: 'string' } },
  },
  'forms/general/ui.json': { 'ui:order': ['name', 'phone', 'message'], 'ui:submitLabel': 'send-message' },
  'texts/en.json': {
    'send-message': 'Send message',
    'characters-left': '{count, plural, one {# character left} other {# characters left}}',
    'fields.name.label': 'Name',
    'fields.phone.label': 'Phone number',
    'fields.message.label': 'Message',
  },
  'texts/de.json': {
    'send-message': 'Nachricht senden',
    'characters-left': '{count, plural, one {Noch # Zeichen} other {Noch # Zeichen}}',
    'fields.name.label': 'Name',
    'fields.phone.label': 'Telefon',
    'fields.message.label': 'Nachricht',
  },
};

const metaSchemas = stripFolder(
  import.meta.glob('../../../schemas/meta/*.json', { eager: true, import: 'default' }),
  '../../../schemas/',
);

let panel: Form | undefined;

/**
 * Returns the form of the field properties, as the server compiles it. It is compiled once and cached. Throws
 * if its documents are not a form.
 */
function compilePanel(): Form {
  if (panel) return panel;
  const own = stripFolder(
    import.meta.glob('../forms/panel/**/*.json', { eager: true, import: 'default' }),
    '../forms/panel/',
  );
  const compiled = compile({ ...own, ...metaSchemas } as unknown as Documents);
  if (!compiled.ok) throw new Error(`Cannot compile the panel: ${compiled.problems[0]?.reason}`);
  panel = compiled.form;
  return panel;
}

/** Returns the files with paths that lack the first characters, as many as `folder` has. */
function stripFolder(
  files: Readonly<Record<string, unknown>>,
  folder: string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(files).map(([path, file]) => [path.slice(folder.length), file]));
}
