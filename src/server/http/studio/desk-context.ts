import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DeskEnquiryView, DeskRefusal } from '../../../studio/protocol-desk.ts';
import { type DeskNames, deskNames } from '../../desk/desk-names.ts';
import { enquiryReach, isWithin } from '../../desk/desk-reach.ts';
import { deskEnquiryView } from '../../desk/desk-view.ts';
import { picturesOf } from '../../desk/pictures.ts';
import { isOwnAddress } from '../../judge/enquiry.ts';
import type { DeskFile, EnquiryReach } from '../../store/desk-entry.ts';
import type { HttpDependencies } from '../dependencies.ts';
import { originsOf } from '../origins.ts';
import { personOf } from './door.ts';
import { localeOf } from './studio-locale.ts';

export interface OfEnquiry {
  readonly Params: { readonly id: string };
}

/** Access to enquiries for the person who sends a request. */
export interface Desk {
  /** Returns the enquiries that the person may see. */
  readonly reachOf: (request: FastifyRequest) => EnquiryReach;
  /** Loads the names of types, offices and people in the person's language. */
  readonly namesFor: (request: FastifyRequest) => Promise<DeskNames>;
  /**
   * Finds the enquiry of an address by its id or reference. Undefined if there is none, or the person may not
   * see it.
   */
  readonly find: (request: FastifyRequest<OfEnquiry>) => Promise<DeskFile | undefined>;
  readonly view: (request: FastifyRequest, file: DeskFile) => Promise<DeskEnquiryView>;
}

export type DeskDependencies = Pick<
  HttpDependencies,
  'store' | 'photos' | 'forms' | 'content' | 'settings' | 'config'
>;

export function openDesk(dependencies: DeskDependencies): Desk {
  const { store, photos, forms, content, settings } = dependencies;
  const reachOf: Desk['reachOf'] = (request) =>
    enquiryReach(personOf(request), { form: forms.current().form, content: content() });
  const namesFor: Desk['namesFor'] = async (request) => {
    const today = { form: forms.current().form, content: content(), people: await store.people() };
    return deskNames(today, localeOf(request));
  };
  return {
    ...{ reachOf, namesFor },
    async find(request) {
      const file = await store.deskFile(request.params.id);
      return file && isWithin(reachOf(request), file.enquiry) ? file : undefined;
    },
    async view(request, file) {
      const { id, submissionUrl } = file.enquiry;
      const addressOf = (index: number) => `/studio/api/enquiries/${id}/pictures/${index}`;
      const [names, deliveries, pictures] = await Promise.all([
        namesFor(request),
        store.deliveriesOf(id),
        picturesOf(file.enquiry, { store, photos }, addressOf),
      ]);
      const origins = originsOf(request, dependencies);
      return deskEnquiryView(file, {
        ...{
          names,
          pictures,
          deliveries,
          locale: localeOf(request),
          longestExcerpt: settings.desk.longestExcerpt,
        },
        isOwnPage: isOwnAddress({ submissionUrl, origins }, content()),
      });
    },
  };
}

export function refuseDesk(reply: FastifyReply, status: number, refusal: DeskRefusal): FastifyReply {
  return reply.code(status).send(refusal);
}

/** Answers that there is no such enquiry. The answer is the same if the person may not see it. */
export function noEnquiry(reply: FastifyReply): FastifyReply {
  return refuseDesk(reply, 404, { error: 'not-found' });
}
