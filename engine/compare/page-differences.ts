import { isSameJson } from '../json-schema/values.ts';
import { isSameId } from '../model/ids.ts';
import { typeField } from '../model/names.ts';
import type { FormType, Id, Json, Plan } from '../model/types.ts';
import { itemKinds, mailKinds } from '../preset/compare.ts';
import { itemField } from '../preset/model.ts';
import {
  canHaveItem,
  createPageExample,
  createPageSituation,
  isTypeSelectable,
} from '../preset/page-situation.ts';
import type { ContentPage, SiteContent } from '../preset/pages.ts';
import { resolve } from '../resolve/resolve.ts';
import { areRetired } from '../resolve/types-offered.ts';
import { omitTexts } from '../texts/omit-texts.ts';
import { type Consequence, type ConsequenceExample, isItemKind, type Version } from './consequence.ts';
import type { TypePair } from './type-pairs.ts';

export interface PagesInput {
  readonly before: Version;
  readonly after: Version;
  readonly types: readonly TypePair[];
  readonly content: SiteContent;
  /** The date for which the plans are resolved, as an ISO date. */
  readonly today: string;
}

/**
 * Compares both versions on the pages of the content. For each type that can be chosen in both versions,
 * compares the offered items of the narrowed list, the other lists and the recipient of the mail. Also reports
 * the pages that offer a new or a removed type.
 */
export function comparePages(input: PagesInput): readonly Consequence[] {
  const groups = new Map<string, PageGroup>();
  for (const page of input.content.pages) comparePage(input, page, groups);
  const sameValues = new Map<string, PageGroup[]>();
  for (const group of groups.values()) {
    const key = JSON.stringify([group.kind, group.site, group.field, [...group.values.keys()].sort()]);
    sameValues.set(key, [...(sameValues.get(key) ?? []), group]);
  }
  return [...sameValues.values()].map(mergeGroups);
}

type OfferedKind = typeof itemKinds.lost | typeof itemKinds.gained | 'choices-removed' | 'choices-added';

type MailKind = (typeof mailKinds)[keyof typeof mailKinds];

type PageKind = OfferedKind | MailKind | 'type-offered' | 'type-not-offered' | 'page-offers-others';

/** A difference of one type that occurs on pages of one site. */
interface PageGroup {
  readonly kind: PageKind;
  readonly type: string;
  readonly field: string;
  readonly site: Id;
  /** The values that differ on any of the pages, by their text. */
  readonly values: Map<string, Json>;
  /** The paths of the pages with the difference. */
  readonly pages: Set<string>;
  /** The paths of all pages of the site. */
  readonly sitePages: Set<string>;
  readonly example: ConsequenceExample;
}

/** The plans of one type on one page, and the groups to which differences are added. */
interface ComparedPlans {
  readonly content: SiteContent;
  readonly page: ContentPage;
  readonly type: string;
  readonly before: Plan;
  readonly after: Plan;
  readonly groups: Map<string, PageGroup>;
}

/**
 * Adds the differences on one page to the groups. Types that visitors cannot choose in both versions are
 * skipped.
 */
function comparePage(input: PagesInput, page: ContentPage, groups: Map<string, PageGroup>): void {
  const { types } = input;
  const opened = resolveBothVersions(input, page);
  compareTypesOnPage(input, page, opened, groups);
  for (const { before, after } of types) {
    const { key, id } = after.type;
    if (!isTypeSelectable(opened.before, before.type.id) || !isTypeSelectable(opened.after, id)) continue;
    const { before: one, after: other } = resolveBothVersions(input, page, id);
    if (!one.isSectionShown || !other.isSectionShown) continue;
    const compared = { content: input.content, page, type: key, before: one, after: other, groups };
    compareOfferedOnPage(compared);
    compareMailOnPage(compared);
  }
}

/**
 * Adds the types that only one of the versions has, or has not retired, and that the page offers. Also adds a page
 * whose own types are now all retired, because it offers all others.
 */
function compareTypesOnPage(
  { before, after, content }: PagesInput,
  page: ContentPage,
  opened: { readonly before: Plan; readonly after: Plan },
  groups: Map<string, PageGroup>,
): void {
  const listActiveTypes = ({ form }: Version) => form.types.filter(({ isRetired }) => !isRetired);
  /** Returns the active types of one version that are not active in the other. */
  const listTypesOnlyIn = (one: Version, other: Version) =>
    listActiveTypes(one).filter(({ id }) => !listActiveTypes(other).some((type) => isSameId(type.id, id)));
  /** Adds a difference for each of the types that visitors can choose in the plan; none without a form. */
  const addSelectableTypes = (kind: PageKind, plan: Plan, types: readonly FormType[]) => {
    if (!plan.isSectionShown) return;
    for (const { id, key } of types)
      if (isTypeSelectable(plan, id))
        addDifference({ kind, type: key, field: typeField, page, values: [], content, groups });
  };
  addSelectableTypes('type-offered', opened.after, listTypesOnlyIn(after, before));
  addSelectableTypes('type-not-offered', opened.before, listTypesOnlyIn(before, after));
  const [was, is] = [before, after].map(({ form }) => areRetired(form, page.enquiryTypes));
  if (!is || was || page.enquiryTypes === content.enquiryTypes || !opened.after.isSectionShown) return;
  const type = after.form.types.find(({ id }) => opened.after.type && isSameId(id, opened.after.type.id));
  addDifference({
    kind: 'page-offers-others',
    type: type?.key ?? '',
    field: typeField,
    page,
    values: [],
    content,
    groups,
  });
}

/**
 * Adds a difference if the mail goes to an item of the narrowed list in one version and to the site in the
 * other, as the server decides it. A recipient set by a rule precedes both.
 */
function compareMailOnPage({ content, page, type, before, after, groups }: ComparedPlans): void {
  const [was, is] = [before, after].map(canHaveItem);
  if (was === is || before.recipient !== undefined || after.recipient !== undefined) return;
  const { email } = page.site;
  if (is)
    addDifference({ kind: mailKinds.toItem, type, field: itemField, page, values: [], content, groups });
  else
    addDifference({
      kind: mailKinds.toSite,
      type,
      field: itemField,
      page,
      values: email ? [email] : [],
      content,
      groups,
    });
}

/** Returns the plans of both versions on a page, without texts: as it opens, or with a type chosen. */
function resolveBothVersions(
  { before, after, content, today }: PagesInput,
  page: ContentPage,
  type?: Id,
): { readonly before: Plan; readonly after: Plan } {
  const resolveVersion = ({ form }: Version) =>
    resolve(
      omitTexts(form),
      createPageSituation(form, { page, content, today }, type === undefined ? {} : { [typeField]: type }),
    );
  return { before: resolveVersion(before), after: resolveVersion(after) };
}

/** Adds the items and other choices from the content that only one of the versions offers. */
function compareOfferedOnPage({ content, page, type, before, after, groups }: ComparedPlans): void {
  for (const { kind, field, values } of compareOfferedChoices(before, after))
    addDifference({ kind, type, field, page, values, content, groups });
}

/** Choices of a field from the content that only one of two plans offers. */
export interface OfferedDifference {
  readonly kind: OfferedKind;
  readonly field: string;
  readonly values: readonly Id[];
}

/**
 * Returns the items and other choices from the content that only one of two plans offers. Leaves out
 * choices of the schema, and fields that are hidden or missing in one of the plans. Another order is no
 * difference.
 */
export function compareOfferedChoices(before: Plan, after: Plan): readonly OfferedDifference[] {
  return after.fields.flatMap((field): readonly OfferedDifference[] => {
    const { name } = field;
    const former = before.fields.find((each) => each.name === name);
    if (former === undefined || former.visibility === 'hidden' || field.visibility === 'hidden') return [];
    const isOfItems = name === itemField;
    const [was, is] = [former, field].map(({ options }) => options?.map(({ value }) => value));
    // Choices of the schema are compared without the content.
    /** Returns true if the field has options but no choices of its schema. */
    const isFromContent = ({ definition: { choices }, options }: typeof field) =>
      options !== undefined && choices === undefined;
    if (name === typeField || was === undefined || is === undefined || isSameJson(was, is)) return [];
    if (!isOfItems && !(isFromContent(former) && isFromContent(field))) return [];
    const gone = was.filter((value) => !is.includes(value));
    const come = is.filter((value) => !was.includes(value));
    const [lost, gained]: readonly OfferedKind[] = isOfItems
      ? [itemKinds.lost, itemKinds.gained]
      : ['choices-removed', 'choices-added'];
    return [
      ...(gone.length > 0 && lost ? [{ kind: lost, field: name, values: gone }] : []),
      ...(come.length > 0 && gained ? [{ kind: gained, field: name, values: come }] : []),
    ];
  });
}

interface PageDifference {
  readonly kind: PageKind;
  readonly type: string;
  readonly field: string;
  readonly page: ContentPage;
  readonly values: readonly (string | number)[];
  readonly content: SiteContent;
  readonly groups: Map<string, PageGroup>;
}

/**
 * Adds a difference on one page to the group for its kind, type, field and site. A new group gets this page
 * as its example.
 */
function addDifference({ kind, type, field, page, values, content, groups }: PageDifference): void {
  const key = JSON.stringify([kind, type, field, page.site.id]);
  const ofSite = content.pages.filter(({ site }) => isSameId(site.id, page.site.id));
  const group: PageGroup = groups.get(key) ?? {
    kind,
    type,
    field,
    site: page.site.id,
    values: new Map(),
    pages: new Set(),
    sitePages: new Set(ofSite.map(({ path }) => path)),
    example: createPageExample({ page, type, content, items: isItemKind(kind) ? values : [] }),
  };
  groups.set(key, group);
  for (const value of values) group.values.set(String(value), value);
  group.pages.add(page.path);
}

/**
 * Merges equal differences of several types into one consequence. Its counts are the pages with the
 * difference and all pages of the site.
 */
function mergeGroups(groups: readonly PageGroup[]): Consequence {
  const [first] = groups as readonly [PageGroup, ...PageGroup[]];
  const values = [...first.values.values()];
  const isGone = first.kind === itemKinds.lost || first.kind === 'choices-removed';
  const isOfPage = first.kind === 'page-offers-others';
  const isOfType = isOfPage || first.kind === 'type-offered' || first.kind === 'type-not-offered';
  const pages = new Set(groups.flatMap((group) => [...group.pages]));
  return {
    kind: first.kind,
    ...(isOfPage ? { names: [...pages] } : { types: groups.map(({ type }) => type) }),
    ...(!isOfType && { field: first.field }),
    ...(values.length > 0 && (isGone ? { before: values } : { after: values })),
    where: { in: 'site', site: first.site },
    situations: pages.size,
    of: first.sitePages.size,
    example: first.example,
  };
}
