import { Fragment, type ReactNode } from 'react';
import { type FieldPlan, isUploadWidget, type Plan, typeField } from '#engine';
import type { FieldView } from '#widgets/fields/field-view.ts';
import { isNested, isOwn } from '#widgets/nested/needs-nested-fields.ts';
import { isLong } from './options-apart.tsx';

/** The fields of one page that are drawn alike for every visitor. */
export interface FieldsApart {
  /** For `FieldsApartContext`. */
  readonly around: (view: FieldView, content: ReactNode) => ReactNode;
  /** Puts fields where something stands in for them, and keeps those that are drawn for the first time. */
  readonly putIn: (html: string) => string;
}

/** Fields as they were drawn, as long as the plan lives that they are of: of one page, with nothing answered but its type. */
const drawn = new WeakMap<FieldPlan, string>();

/** Stand around a field, or in its place; nobody outside this process can write them into a page. */
const mark = `field-${crypto.randomUUID()}-`;
const stood = new RegExp(`<i>${mark}(\\d+)</i>`, 'g');
const first = new RegExp(`<u>${mark}(\\d+)</u>([^]*?)<b>${mark}\\1</b>`, 'g');

/** The fields of one page of which its plan says what it says without answers. */
export function fieldsApart(blank: Plan | undefined): FieldsApart {
  const alike = new Set(blank?.fields);
  const fields: FieldPlan[] = [];
  return {
    around(view, content) {
      const { plan } = view;
      if (!alike.has(plan) || !isBlank(view) || !isFlat(plan)) return content;
      const name = `${mark}${fields.push(plan) - 1}`;
      if (drawn.has(plan)) return <i key={plan.name}>{name}</i>;
      return (
        <Fragment key={plan.name}>
          <u>{name}</u>
          {content}
          <b>{name}</b>
        </Fragment>
      );
    },
    putIn(html) {
      const planAt = (at: string) => fields[Number(at)] as FieldPlan;
      return html
        .replace(first, (_whole, at: string, text: string) => {
          drawn.set(planAt(at), text);
          return text;
        })
        .replace(stood, (_whole, at: string) => drawn.get(planAt(at)) ?? '');
    },
  };
}

function isBlank({ plan, entered, problem, failure, isDisabled }: FieldView): boolean {
  const isUntouched = entered === undefined || plan.name === typeField;
  return isUntouched && problem === undefined && failure === undefined && !isDisabled;
}

/** Whether nothing but its plan decides how a field is drawn, and no long list is in it, which is kept by itself. */
function isFlat({ definition, options = [] }: FieldPlan): boolean {
  return (
    !isNested(definition) && !isOwn(definition) && !isUploadWidget(definition.widget) && !isLong(options)
  );
}
