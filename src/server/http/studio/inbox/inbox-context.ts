import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EnquiryView, InboxRefusal, InboxRowView } from '../../../../api/inbox.ts';
import { includesEnquiryRight } from '../../../admin/people/actor.ts';
import { isOwnAddress } from '../../../enquiries/judge/enquiry.ts';
import { isInEnquiryScope, toEnquiryScope } from '../../../inbox/enquiry-scope.ts';
import { toEnquiryView } from '../../../inbox/enquiry-view.ts';
import { createFormerContent } from '../../../inbox/former-content.ts';
import { createInboxNames, type InboxNames } from '../../../inbox/inbox-names.ts';
import { listPictures } from '../../../inbox/pictures.ts';
import type { EnquiryDetails, EnquiryScope, InboxEnquiry } from '../../../store/records/inbox-entry.ts';
import { isLimited } from '../../../studio/draft/change-documents.ts';
import type { HttpDependencies } from '../../dependencies.ts';
import { getOwnOrigins } from '../../origins.ts';
import { getActor } from '../account/auth.ts';
import { negotiateStudioLocale } from '../studio-locale.ts';

/** The address of one enquiry: its id or its reference. */
export interface EnquiryRoute {
  readonly Params: { readonly id: string };
}

export interface InboxAccess {
  /** Returns the scope of the signed-in person, with the current types and sites. */
  readonly getScope: (request: FastifyRequest) => EnquiryScope;
  /** Loads the names of types, offices and people in the person's language. */
  readonly loadNames: (request: FastifyRequest) => Promise<InboxNames>;
  /**
   * Finds the enquiry of an address by its id or reference. Undefined if there is none, or the person may not
   * see it.
   */
  readonly findEnquiry: (request: FastifyRequest<EnquiryRoute>) => Promise<EnquiryDetails | undefined>;
  /**
   * Converts an enquiry to its view, in the person's language, with its photos and deliveries. It does not
   * check the scope.
   */
  readonly toView: (request: FastifyRequest, file: EnquiryDetails) => Promise<EnquiryView>;
  /** Returns the entry of the block list that blocks the sender of an enquiry, if the person may change the list. */
  readonly findBlock: (
    request: FastifyRequest,
    enquiry: InboxEnquiry,
  ) => Promise<Pick<InboxRowView, 'block'>>;
}

export type InboxDependencies = Pick<
  HttpDependencies,
  'store' | 'photos' | 'forms' | 'content' | 'settings' | 'config' | 'blockList' | 'studio'
>;

/** Creates the functions with which routes read enquiries for the signed-in person. */
export function createInboxAccess(dependencies: InboxDependencies): InboxAccess {
  const { store, photos, forms, content, settings, blockList, studio } = dependencies;
  const loadFormer = createFormerContent({
    forms,
    store,
    getFolder: async () => (await studio.draftService.getContentFolder()).documents,
  });
  const getScope: InboxAccess['getScope'] = (request) =>
    toEnquiryScope(getActor(request), { form: forms.current().form, content: content() });
  const loadNames: InboxAccess['loadNames'] = async (request) => {
    const [people, former] = await Promise.all([store.people(), loadFormer()]);
    const today = { form: forms.current().form, content: content(), people, former };
    return createInboxNames(today, negotiateStudioLocale(request));
  };
  const findBlock: InboxAccess['findBlock'] = async (request, { visitor }) => {
    const actor = getActor(request);
    if (visitor?.email === undefined || isLimited(actor) || !includesEnquiryRight(actor, 'handle')) return {};
    const found = await blockList.find({ email: visitor.email, texts: [] });
    return found ? { block: { id: found.id, value: found.value } } : {};
  };
  return {
    getScope,
    loadNames,
    findBlock,
    async findEnquiry(request) {
      const file = await store.enquiryDetails(request.params.id);
      return file && isInEnquiryScope(getScope(request), file.enquiry) ? file : undefined;
    },
    async toView(request, file) {
      const { id, submissionUrl } = file.enquiry;
      /** Returns the path of a photo of this enquiry. */
      const addressOf = (index: number) => `/studio/api/enquiries/${id}/pictures/${index}`;
      const [block, names, deliveries, pictures] = await Promise.all([
        findBlock(request, file.enquiry),
        loadNames(request),
        store.listDeliveries(id),
        listPictures(file.enquiry, { store, photos }, addressOf),
      ]);
      const origins = getOwnOrigins(request, dependencies);
      const view = toEnquiryView(file, {
        names,
        pictures,
        deliveries,
        locale: negotiateStudioLocale(request),
        longestExcerpt: settings.desk.longestExcerpt,
        isOwnPage: isOwnAddress({ submissionUrl, origins }, content()),
      });
      return { ...view, ...block };
    },
  };
}

export function sendInboxRefusal(reply: FastifyReply, status: number, refusal: InboxRefusal): FastifyReply {
  return reply.code(status).send(refusal);
}

/** Answers that there is no such enquiry. The answer is the same if the person may not see it. */
export function sendNoEnquiry(reply: FastifyReply): FastifyReply {
  return sendInboxRefusal(reply, 404, { error: 'not-found' });
}
