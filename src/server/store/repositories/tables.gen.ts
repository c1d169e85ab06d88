// Written by a test of what the migrations make (migrations.long.postgres.test.ts); `npm run test:postgres -- -u` renews it.
import type { Generated, GeneratedAlways } from 'kysely';

/** Each table of the database, with what its columns hold. */
export interface Tables {
  readonly audit: {
    number: number;
    at: number;
    action: string;
    person: string | null;
    words: string;
    content: string;
    hash: string;
  };
  readonly comments: {
    id: string;
    thread: string;
    target: string;
    at: number;
    person: string | null;
    link: string | null;
    resolved_at: number | null;
    content: string;
  };
  readonly content_copies: {
    key: string;
    list: string;
    revision: number;
    due_at: number;
    details: string;
    entries: string | null;
  };
  readonly deliveries: {
    enquiry: number;
    destination: string;
    state: string;
    body: string | null;
    queued_at: number;
    due_at: number | null;
    tries: Generated<number>;
    attempts: Generated<number>;
    sender: string | null;
  };
  readonly delivery_tries: {
    number: Generated<number>;
    enquiry: number;
    destination: string;
    at: number;
    outcome: string;
    reason: string | null;
  };
  readonly deployed_documents: {
    digest: string;
  };
  readonly destinations_off: {
    destination: string;
    at: number;
    reason: string;
  };
  readonly draft_copies: {
    number: Generated<number>;
    copied_at: number;
    content: string;
  };
  readonly draft_lines: {
    draft: string;
    number: number;
    content: string;
  };
  readonly drafts: {
    id: string;
    head: string;
    lines: number;
  };
  readonly enquiries: {
    sequence: Generated<number>;
    id: string;
    reference: string;
    received_at: number;
    type: string;
    site: string;
    sent_to: string | null;
    forwarded_to: string | null;
    office: GeneratedAlways<string | null>;
    handling: Generated<string>;
    assignee: string | null;
    content: string;
    words: string;
    campaign: string | null;
  };
  readonly enquiry_events: {
    number: Generated<number>;
    enquiry: number;
    content: string;
  };
  readonly enquiry_photos: {
    enquiry: number;
    position: number;
    path: string;
  };
  readonly erased_files: {
    kind: string;
    name: string;
    until: number | null;
  };
  readonly erasures: {
    made: number;
    is_asked: boolean;
    since: Date | null;
  };
  readonly figures: {
    day: string;
    site: string;
    type: string;
    step: string;
    field: string;
    code: string;
    count: number;
  };
  readonly given_password: {
    mark: string;
  };
  readonly guides: {
    person: string;
    content: string;
  };
  readonly idempotency_keys: {
    key: string;
    body_hash: string;
    enquiry: number;
    remembered_until: number;
  };
  readonly inbox_views: {
    person: string;
    revision: number;
    content: string;
  };
  readonly installation_keys: {
    number: number;
    sealed: string;
  };
  readonly instances: {
    id: string;
    name: string;
    started_at: Generated<Date>;
    alive_until: Date;
    marks: string;
  };
  readonly jobs: {
    name: string;
    holder: string | null;
    done_at: Date | null;
  };
  readonly limit_counts: {
    hash: string;
    name: string;
    slots: readonly string[];
    counts: readonly string[];
    until: number;
  };
  readonly mail_tries: {
    number: Generated<number>;
    enquiry: number;
    at: number;
    recipient: string;
    outcome: string;
    reason: string | null;
  };
  readonly mails: {
    enquiry: number;
    state: string;
    recipient: string | null;
    fallback: string | null;
    refused_by: string | null;
    content: string | null;
    attempts: Generated<number>;
    tries: Generated<number>;
    queued_at: number | null;
    due_at: number | null;
    reason: string | null;
    sender: string | null;
  };
  readonly notification_events: {
    number: Generated<number>;
    enquiry: number;
    kind: string;
    at: number;
    due_at: number;
    person: string | null;
  };
  readonly notification_settings: {
    person: string;
    content: string;
    mail: string | null;
    due_at: Generated<number>;
    tries: Generated<number>;
    sent_at: number | null;
    reason: string | null;
  };
  readonly notifications: {
    person: string;
    enquiry: number;
    kind: string;
    at: number;
    due_at: number;
    mail: string | null;
  };
  readonly other_installations: {
    fingerprint: string;
    is_trusted: Generated<boolean>;
    last_number: number | null;
    last_documents: string | null;
  };
  readonly people: {
    id: string;
    name_key: string;
    email_key: string | null;
    subject: string | null;
    role: string;
    content: string;
  };
  readonly photos: {
    number: Generated<number>;
    path: string;
    name: string;
    type: string;
    max_bytes: number;
    issued_at: number;
    state: Generated<string>;
    stored_at: number | null;
    bytes: number | null;
    preview: Buffer | null;
    is_claimed: Generated<boolean>;
    make_at: number | null;
    makes: Generated<number>;
    fault: string | null;
    maker: string | null;
  };
  readonly presences: {
    id: string;
    page: string;
    name: string;
    place: string;
    came_at: Generated<Date>;
    alive_until: Date;
  };
  readonly preview_links: {
    id: string;
    created_at: number;
    expires_at: number;
    revoked_at: number | null;
    opened: Generated<number>;
    opened_at: number | null;
    frozen: number;
    content: string;
    documents: string | null;
  };
  readonly probes: {
    count: number;
  };
  readonly receipts: {
    enquiry: number;
    state: string;
    recipient: string | null;
    content: string | null;
    queued_at: number | null;
    due_at: number | null;
    tried_at: number | null;
    attempts: Generated<number>;
    reason: string | null;
    sender: string | null;
  };
  readonly replies: {
    number: Generated<number>;
    enquiry: number;
    key: string;
    person: string;
    at: number;
    changed_at: number;
    content: string;
    mail: string | null;
    state: string;
    recipient: string;
    due_at: number | null;
    attempts: Generated<number>;
    reason: string | null;
    sender: string | null;
  };
  readonly retention: {
    content: string;
  };
  readonly reviews: {
    number: Generated<number>;
    draft: string;
    version: number;
    at: number;
    state: string;
    published_as: number | null;
    content: string;
  };
  readonly saved_answers: {
    hash: string;
    expires_at: number;
    owner: string;
    content: string;
  };
  readonly senders: {
    id: string;
    alive_until: Date;
  };
  readonly sessions: {
    hash: string;
    id: string;
    person: string;
    created_at: number;
    seen_at: number;
    expires_at: number;
    browser: string;
    address: string;
  };
  readonly shared_files: {
    address: string;
    content: Buffer;
    needed_at: Generated<Date>;
  };
  readonly slipway_steps: {
    step: number;
    serves: number;
    taken_at: Generated<Date>;
  };
  readonly spam_blocks: {
    id: string;
    kind: string;
    folded: string;
    value: string;
    reason: string | null;
    person: string;
    person_name: string;
    added_at: number;
    caught: Generated<number>;
    caught_at: number | null;
  };
  readonly tokens: {
    hash: string;
    id: string;
    person: string;
    created_at: number;
    expires_at: number;
    used_at: number | null;
    content: string;
  };
  readonly version_documents: {
    number: number;
    documents: string;
    consequences: string | null;
    consequence_count: GeneratedAlways<number | null>;
  };
  readonly version_hashes: {
    hash: string;
    number: number;
  };
  readonly versions: {
    number: number;
    state: string;
    goes_live_at: number | null;
    live_at: number | null;
    replaced_at: number | null;
    content: string;
  };
  readonly words: {
    hash: string;
    id: string;
    use: string;
    about: string | null;
    created_at: number;
    expires_at: number;
    content: string;
  };
}
