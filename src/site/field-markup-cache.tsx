import { Fragment, type ReactNode } from 'react';
import { type FieldPlan, isUploadWidget, type Plan, typeField } from '#engine';
import type { FieldView } from '#widgets/fields/field-view.ts';
import { isNestedField, usesCustomComponent } from '#widgets/nested/needs-nested-fields.ts';
import { isLongList } from './option-markup-cache.tsx';

/** Caches the markup of the fields of one page that are the same for every visitor. */
export interface FieldMarkupCache {
  /**
   * Returns a placeholder if the field's markup is cached; else the content, between marks if it can be
   * cached.
   * @param content The rendered field.
   */
  readonly wrapField: (view: FieldView, content: ReactNode) => ReactNode;
  /**
   * Returns the page's HTML with cached markup instead of the placeholders and without the marks. Caches the
   * fields between marks.
   */
  readonly fillPlaceholders: (html: string) => string;
}

/** The markup of fields without an answer (except the type), by their plan. It lives as long as the plan. */
const fieldMarkup = new WeakMap<FieldPlan, string>();

/**
 * The marks around a field, or instead of it. They are random, so that no visitor can write them into a page.
 */
const mark = `field-${crypto.randomUUID()}-`;
const placeholderPattern = new RegExp(`<i>${mark}(\\d+)</i>`, 'g');
const firstRenderPattern = new RegExp(`<u>${mark}(\\d+)</u>([^]*?)<b>${mark}\\1</b>`, 'g');

/**
 * Creates the cache for one page. Only fields whose plan is the same object as in `blank`, the plan without
 * answers, are cached: none if it is undefined. The markup is cached for all pages.
 */
export function createFieldMarkupCache(blank: Plan | undefined): FieldMarkupCache {
  const unansweredPlans = new Set(blank?.fields);
  const fields: FieldPlan[] = [];
  return {
    wrapField(view, content) {
      const { plan } = view;
      if (!unansweredPlans.has(plan) || !isWithoutVisitorData(view) || !isCacheable(plan)) return content;
      const name = `${mark}${fields.push(plan) - 1}`;
      if (fieldMarkup.has(plan)) return <i key={plan.name}>{name}</i>;
      return (
        <Fragment key={plan.name}>
          <u>{name}</u>
          {content}
          <b>{name}</b>
        </Fragment>
      );
    },
    fillPlaceholders(html) {
      /** Returns the plan of the field whose mark has this number. */
      const getPlanAt = (at: string) => fields[Number(at)] as FieldPlan;
      return html
        .replace(firstRenderPattern, (_whole, at: string, text: string) => {
          fieldMarkup.set(getPlanAt(at), text);
          return text;
        })
        .replace(placeholderPattern, (_whole, at: string) => fieldMarkup.get(getPlanAt(at)) ?? '');
    },
  };
}

/**
 * Returns true if a field is rendered without an answer (except the type), without a problem or a failure,
 * and not disabled.
 */
function isWithoutVisitorData({ plan, entered, problem, failure, isDisabled }: FieldView): boolean {
  const isUntouched = entered === undefined || plan.name === typeField;
  return isUntouched && problem === undefined && failure === undefined && !isDisabled;
}

/**
 * Returns true if the markup of a field depends only on its plan, and it contains no long list, which has its
 * own cache.
 */
function isCacheable({ definition, options = [] }: FieldPlan): boolean {
  return (
    !isNestedField(definition) &&
    !usesCustomComponent(definition) &&
    !isUploadWidget(definition.widget) &&
    !isLongList(options)
  );
}
