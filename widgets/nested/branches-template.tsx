import MultiSchemaField from '@rjsf/core/lib/components/fields/MultiSchemaField.js';
import type { FieldProps, MultiSchemaFieldTemplateProps, SchemaUtilsType } from '@rjsf/utils';
import { type ReactNode, useContext } from 'react';
import { usePosting } from '../controls/posting-context.ts';
import { toPointer } from '../fields/pointer.ts';
import { BranchContext, PathContext } from '../frame/path-context.ts';

/** The select that chooses a branch, and what the branch brings. */
export function BranchesTemplate({ selector, optionSchemaField }: MultiSchemaFieldTemplateProps): ReactNode {
  const path = useContext(PathContext);
  return (
    <>
      <BranchContext value={path}>
        <PathContext value={undefined}>{selector}</PathContext>
      </BranchContext>
      {optionSchemaField}
    </>
  );
}

/** RJSF's choice of branches; one that a post has chosen is drawn as chosen, whatever its values fit. */
export function BranchesField(props: FieldProps): ReactNode {
  const { registry, fieldPathId } = props;
  const posting = usePosting();
  const chosen = posting?.branches[toPointer(fieldPathId.path)];
  if (chosen === undefined) return <MultiSchemaField {...props} />;
  return (
    <MultiSchemaField
      {...props}
      registry={{ ...registry, schemaUtils: withFirstMatch(registry.schemaUtils, chosen) }}
    />
  );
}

/** RJSF asks once which branch its values fit best, before it draws what is inside. */
function withFirstMatch(utils: SchemaUtilsType, chosen: number): SchemaUtilsType {
  let isAsked = false;
  const getClosestMatchingOption: SchemaUtilsType['getClosestMatchingOption'] = (...question) => {
    if (isAsked) return utils.getClosestMatchingOption(...question);
    isAsked = true;
    return chosen;
  };
  return Object.create(utils, { getClosestMatchingOption: { value: getClosestMatchingOption } });
}
