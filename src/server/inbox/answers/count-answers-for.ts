import { type Form, typeField } from '#engine';
import type { AnswerFiguresView, AnswerSplit } from '../../../api/answer-figures.ts';
import type { AccessScope } from '../../../api/people.ts';
import { includesEnquiryRight } from '../../admin/people/actor.ts';
import { type RequestedFigures, toFigureQuery } from '../../enquiries/figures/figure-query.ts';
import type { Content } from '../../forms/content/content.ts';
import { findTypeName } from '../../forms/content/type-names.ts';
import { toUtcDay } from '../../forms/content/visit.ts';
import type { InboxSettings, ServerSettings } from '../../platform/config/settings.ts';
import { getRecordedFields } from '../../preset/enquiries.ts';
import { unsuspectedStates } from '../../store/records/inbox-entry.ts';
import type { Store } from '../../store/store.ts';
import { countCampaigns } from '../campaign-figures.ts';
import { toEnquiryScope } from '../enquiry-scope.ts';
import { createInboxNames } from '../inbox-names.ts';
import { countAnswers } from './answer-figures.ts';
import { createAnswerLabels } from './answer-labels.ts';

/** The query of a request for the answers of a period. `by` is an `AnswerSplit`; other values are ignored. */
export interface RequestedAnswers extends RequestedFigures {
  readonly campaign?: unknown;
  readonly by?: unknown;
}

export interface AnswersContext {
  readonly store: Pick<Store, 'findEnquiries' | 'countCampaigns'>;
  readonly form: Form;
  readonly content: Content;
  readonly settings: Pick<ServerSettings, 'figures'> & { readonly desk: Pick<InboxSettings, 'exportBatch'> };
  readonly actor: AccessScope;
  readonly locale: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const splits: readonly AnswerSplit[] = ['site', 'type', 'time', 'campaign'];

/**
 * Counts the answers that a request asks for, within the scope of the person. For people who may not read enquiries,
 * small counts are left out.
 */
export async function countAnswersFor(
  given: RequestedAnswers,
  { store, form, content, settings, actor, locale, now }: AnswersContext,
): Promise<AnswerFiguresView> {
  const { from, until, ...limits } = toFigureQuery(given, actor, now);
  const documents = { form, content };
  const campaign = typeof given.campaign === 'string' ? given.campaign : '';
  const by = splits.find((split) => split === given.by);
  const names = createInboxNames({ ...documents, people: [] }, locale);
  const nameType = (key: string) => {
    const type = form.types.find((one) => one.key === key);
    return type === undefined ? key : findTypeName(documents, type.id, locale);
  };
  const counted = await countAnswers(
    {
      from,
      until,
      ...(by && { by }),
      filter: {
        from: Date.parse(from),
        until: Date.parse(until) + 86_400_000,
        mail: unsuspectedStates,
        within: toEnquiryScope(limits, documents),
        ...(campaign !== '' && { campaign }),
      },
    },
    {
      store,
      form,
      findFields: createAnswerLabels({ ...documents, locale, today: toUtcDay(now) }),
      recorded: new Set([typeField, ...getRecordedFields(names)]),
      nameType,
      nameSite: (domain) => content.sites.find((site) => site.domain === domain)?.name ?? domain,
      limits: {
        ...settings.figures.answers,
        batch: settings.desk.exportBatch,
        fewest: includesEnquiryRight(actor, 'read') ? 0 : settings.figures.fewest,
      },
    },
  );
  const campaigns = await countCampaigns(store, { from, until, ...limits }, documents);
  return {
    ...counted,
    campaigns: campaigns.map(({ name }) => name),
    choices: {
      types: form.types
        .filter(({ key }) => actor.types?.includes(key) ?? true)
        .map(({ key }) => ({ key, name: nameType(key) })),
      sites: content.sites
        .filter(({ id }) => actor.sites?.includes(String(id)) ?? true)
        .map(({ id, name, domain }) => ({ key: String(id), name: name ?? domain })),
    },
  };
}
