import type { GuideStep } from '../../api/guide.ts';
import type { SignedInPerson } from '../../api/people.ts';
import { isActionOffered } from '../auth/permissions/action-audiences.ts';
import { hasEnquiryRight } from '../auth/permissions/enquiry-rights.ts';
import { includesRole } from '../auth/permissions/roles.ts';

/** A thing that a person does first in the studio, and the signs by which the studio notices it. */
interface GuideStepDefinition {
  readonly step: GuideStep;
  readonly isOffered: (me: SignedInPerson) => boolean;
  /** The page where it is done. `form` is the key of the first enquiry type. */
  readonly getAddress: (form: string | undefined) => string;
  /** A path of the studio whose visit is the step. Absent: no visit is. */
  readonly visits?: RegExp;
  /** An address below `/studio/api/` whose request is the step, once it has changed something. */
  readonly requests?: RegExp;
  /** The keys of titles of changes that are the step. */
  readonly changes?: RegExp;
}

/** The steps in their order. */
const definitions: readonly GuideStepDefinition[] = [
  {
    step: 'look',
    isOffered: () => true,
    getAddress: (form) =>
      form === undefined ? '/studio/forms' : `/studio/forms/${encodeURIComponent(form)}`,
    visits: /^\/studio\/forms\/[^/]+$/,
  },
  {
    step: 'change',
    isOffered: (me) => includesRole(me.role, 'editor'),
    getAddress: () => '/studio/texts',
    changes: /^(text|property-(label|hint|placeholder|choices)|content-changed)$/,
  },
  {
    step: 'review',
    isOffered: (me) => includesRole(me.role, 'editor'),
    getAddress: () => '/studio/publish',
    visits: /^\/studio\/publish$/,
  },
  {
    step: 'publish',
    isOffered: (me) => includesRole(me.role, 'publisher'),
    getAddress: () => '/studio/publish',
    requests: /^publish$/,
  },
  {
    step: 'enquiry',
    isOffered: (me) => hasEnquiryRight(me, 'handle'),
    getAddress: () => '/studio/enquiries',
    requests: /^enquiries\/(.+\/)?(handling|replies)$/,
  },
  {
    step: 'invite',
    isOffered: (me) => isActionOffered('people.invite', me),
    getAddress: () => '/studio/people',
    requests: /^invitations$/,
  },
];

/** Returns the steps that a person may take, in their order. */
export function listGuideSteps(me: SignedInPerson): readonly GuideStepDefinition[] {
  return definitions.filter(({ isOffered }) => isOffered(me));
}

/**
 * Returns the step that somebody takes by visiting a page, by a request that has changed something, or by a change of
 * the draft with a title. Undefined if it is none.
 */
export function findGuideStep(
  event: { readonly path: string } | { readonly request: string } | { readonly change: string },
): GuideStep | undefined {
  return definitions.find(({ visits, requests, changes }) => {
    if ('path' in event) return visits?.test(event.path);
    if ('request' in event) return requests?.test(event.request);
    return changes?.test(event.change);
  })?.step;
}
