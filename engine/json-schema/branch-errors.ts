import type { BranchName, JsonSchema, SchemaError } from '../model/types.ts';
import { type BranchLabels, labelBranches, getSchemaTitle as ownTitleOf } from './branch-names.ts';
import { type Choices, getChoiceTitle, getSchemaChoices, isChoice } from './choices.ts';
import { isPointerWithin, parsePointer } from './pointers.ts';
import { dereference, parseReference, resolveReference } from './references.ts';
import { findSchemasAt } from './schemas-at.ts';
import { asList, asObject } from './values.ts';
import { iterateSchemas } from './walk.ts';

/**
 * Reduces the errors of a validator to those that help a visitor. The result is empty only if the input is. A
 * validator reports errors for every branch of an `anyOf` or `oneOf` and for every item that a `contains`
 * does not match. Of these, only the errors of the intended branch stay. If no branch was intended, one error
 * remains, with the names of the branches in `params.branches`. An error of a nested value contains the title
 * of the value in `params.title`.
 */
export function simplifyErrors(errors: readonly SchemaError[], root: JsonSchema): readonly SchemaError[] {
  const dropped = new Set<SchemaError>();
  for (const [index, wrapper] of errors.entries()) {
    if (!wrappers.has(wrapper.keyword)) continue;
    const before = errors.slice(0, index).filter((error) => !dropped.has(error));
    const inner = groupErrorsByBranch(wrapper, before, root);
    const meant = findListedConstants(wrapper, root) ? undefined : findIntendedBranch(wrapper, inner, root);
    for (const [branch, branchErrors] of inner)
      if (branch !== meant) for (const error of branchErrors) dropped.add(error);
    if (meant !== undefined) dropped.add(wrapper);
  }
  return errors
    .filter((error) => !dropped.has(error))
    .map((error) => addErrorNames(toChoiceError(error, root), root));
}

/**
 * Replaces an error about branches by an `enum` error if each branch is one constant, because such branches
 * are a list of choices (`getSchemaChoices`). Returns any other error unchanged.
 */
function toChoiceError(error: SchemaError, root: JsonSchema): SchemaError {
  const allowedValues = findListedConstants(error, root);
  return allowedValues ? { ...error, keyword: 'enum', params: { allowedValues } } : error;
}

/**
 * Returns the constants of the branches that an error is about, if each branch is one constant and none fits.
 * Otherwise returns undefined.
 */
function findListedConstants(
  { keyword, params, schemaPath = '' }: SchemaError,
  root: JsonSchema,
): readonly unknown[] | undefined {
  if ((keyword !== 'anyOf' && keyword !== 'oneOf') || Array.isArray(params.passingSchemas)) return undefined;
  const branches = asList(resolveReference(root, schemaPath)).map((branch) => dereference(branch, root));
  const isListed = branches.length > 0 && branches.every((branch) => branch.const !== undefined);
  return isListed ? branches.map((branch) => branch.const) : undefined;
}

/** Adds to an error the names of its branches or alternatives, and the title of its value. */
function addErrorNames(error: SchemaError, root: JsonSchema): SchemaError {
  const branches = findBranchNames(error, root) ?? findAlternatives(error, root);
  const title = findErrorTitle(error, root);
  const names = { ...(branches && { branches }), ...(title !== undefined && { title }) };
  return Object.keys(names).length === 0 ? error : { ...error, params: { ...error.params, ...names } };
}

/**
 * Returns the title of the nested value that an error is about; undefined for a top-level field, and if no
 * schema of the value has a title.
 */
function findErrorTitle(
  { instancePath, params: { missingProperty } }: SchemaError,
  root: JsonSchema,
): string | undefined {
  const path = [
    ...parsePointer(instancePath),
    ...(typeof missingProperty === 'string' ? [missingProperty] : []),
  ];
  if (path.length < 2) return undefined;
  const schemas = findSchemasAt(root, path, root);
  // The title of a choice is not the title of the field.
  const choices = schemas.flatMap(({ oneOf, anyOf }) => [...asList(oneOf), ...asList(anyOf)]);
  const titles = schemas
    .filter((schema) => schema.const === undefined || !choices.includes(schema))
    .flatMap(({ title }) => (typeof title === 'string' ? [title] : []));
  return titles.find((title) => title.trim() !== '');
}

/**
 * Returns the names of the branches between which a visitor must decide: all branches if none fits, or those
 * that fit at the same time. Returns undefined for other errors, for fewer than two branches, and if a branch
 * has no name.
 */
function findBranchNames(
  { keyword, params, instancePath, schemaPath = '' }: SchemaError,
  root: JsonSchema,
): readonly BranchName[] | undefined {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return undefined;
  const all = asList(resolveReference(root, schemaPath));
  const { passingSchemas: passing } = params;
  const branches = all.map((branch) => dereference(branch, root));
  const around = dereference(resolveReference(root, schemaPath.replace(/\/[^/]*$/, '')), root);
  const fixed = labelBranches(branches, around, noLabels);
  const names = branches.map((branch, index) =>
    toBranchName(branch, fixed[index], parsePointer(instancePath)),
  );
  const meant = Array.isArray(passing) ? passing.map((index) => names[Number(index)]) : names;
  const known = meant.flatMap((name) => name ?? []);
  return known.length > 1 && known.length === meant.length ? known : undefined;
}

/**
 * The form's texts are inserted later. Here a branch is named only by its schema, or by the fields that the
 * texts label.
 */
const noLabels: BranchLabels = { findPropertyLabel: () => undefined, findTypeLabel: () => undefined };

/**
 * Returns the name of a branch. The fields that it requires, as paths, take precedence over the label `name`
 * if the branch has no title and no fixed value. Returns undefined if it has neither.
 */
function toBranchName(
  branch: JsonSchema,
  name: string | undefined,
  path: readonly string[],
): BranchName | undefined {
  const fields = asList(branch.required).map((required) => [...path, String(required)].join('/'));
  const isFixed = Object.values(asObject(branch.properties)).some((property) =>
    allowsOneValue(asObject(property)),
  );
  if (ownTitleOf(branch) === undefined && fields.length > 0 && !isFixed) return { fields };
  if (name !== undefined) return { title: name };
  return fields.length > 0 ? { fields } : undefined;
}

function allowsOneValue({ const: constant, enum: list }: JsonSchema): boolean {
  return constant !== undefined || asList(list).length === 1;
}

/**
 * Returns the names between which a visitor must decide: two fields that exclude each other (`not` with
 * `required`), the fields if too few or too many are filled in, or the items of which one is required.
 * Returns undefined for other errors, and if there are no names or more than `maxNames`.
 */
function findAlternatives(
  { keyword, params, instancePath, schemaPath = '' }: SchemaError,
  root: JsonSchema,
): readonly BranchName[] | undefined {
  const path = parsePointer(instancePath);
  /** Returns a name for each property of the value, as the path of a field. */
  const toFieldNames = (names: readonly unknown[]) =>
    names.map((name) => ({ fields: [[...path, String(name)].join('/')] }));
  const held = asObject(resolveReference(root, schemaPath));
  if (keyword === 'not') {
    const names = asList(held.required);
    return names.length === 2 && Object.keys(held).length === 1 ? toFieldNames(names) : undefined;
  }
  if (keyword === 'minProperties' || keyword === 'maxProperties') {
    const known = findSchemasAt(root, path, root).map(({ properties }) => Object.keys(asObject(properties)));
    const names = [...new Set(known.flat())];
    return names.length > 0 && names.length <= maxNames ? toFieldNames(names) : undefined;
  }
  if (keyword !== 'contains' || params.maxContains !== undefined || Number(params.minContains) > 1)
    return undefined;
  const values = held.const === undefined ? asList(held.enum) : [held.const];
  const { choiceTitles } = findChoicesAt([...path, 0], root);
  return values.length > 0 && values.length <= maxNames && values.every(isChoice)
    ? values.map((value) => ({
        title: getChoiceTitle(choiceTitles, value) ?? String(value),
        choice: String(value),
      }))
    : undefined;
}

/** A message with more names would be too long. */
const maxNames = 12;

/**
 * Returns the choices of the value at a path; empty if there are none. If several schemas have choices, those
 * of the last one.
 */
function findChoicesAt(path: readonly (string | number)[], root: JsonSchema): Choices {
  return Object.assign({}, ...findSchemasAt(root, path, root).map((schema) => getSchemaChoices(schema)));
}

/** Keywords whose own error follows the errors of their inner schemas. */
const wrappers: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames']);

/** The errors inside a wrapper keyword by the index of the branch. Branches without errors are absent. */
type ErrorsByBranch = ReadonlyMap<number, readonly SchemaError[]>;

/**
 * Groups the errors inside a wrapper keyword by the index of the branch. A keyword with one schema has one
 * branch, 0. Errors of other values or schemas are left out.
 */
function groupErrorsByBranch(
  wrapper: SchemaError,
  earlierErrors: readonly SchemaError[],
  root: JsonSchema,
): ErrorsByBranch {
  const { schemaPath, instancePath } = wrapper;
  const found = new Map<number, SchemaError[]>();
  if (schemaPath === undefined) return found;
  const held = resolveReference(root, schemaPath);
  const branches = Array.isArray(held)
    ? held.map((branch, index) => listSchemaPaths(branch, `${schemaPath}/${index}`, root))
    : [listSchemaPaths(held, schemaPath, root)];
  let current = 0;
  for (const error of earlierErrors) {
    if (!isPointerWithin(error.instancePath, instancePath)) continue;
    /** Returns true if the error comes from a schema at one of the paths, or inside it. */
    const isErrorOf = (places: readonly string[]) =>
      places.some((place) => isPointerWithin(error.schemaPath ?? '', place));
    // Errors of a definition that several branches share come in the order of the branches.
    const later = branches.findIndex((places, index) => index >= current && isErrorOf(places));
    const branch = later === -1 ? branches.findIndex(isErrorOf) : later;
    if (branch === -1) continue;
    current = branch;
    found.set(branch, [...(found.get(branch) ?? []), error]);
  }
  return found;
}

/**
 * Returns the paths of a branch's schemas: its own path `place`, and the targets of all references that it
 * reaches.
 */
function listSchemaPaths(branch: unknown, place: string, root: JsonSchema): readonly string[] {
  const places = [place];
  /** Adds the references in a schema, and those in their targets, to `places`. */
  const addTargets = (schema: unknown) => {
    for (const { schema: inner } of iterateSchemas(schema)) {
      const { $ref: reference } = inner;
      if (typeof reference !== 'string' || places.includes(reference) || !parseReference(reference)) continue;
      places.push(reference);
      addTargets(resolveReference(root, reference));
    }
  };
  addTargets(branch);
  return places;
}

/**
 * Returns the index of the branch that the visitor intended: the only one that no error excludes or, if there
 * are several, the only one of them that lacks no required property. Returns undefined if there is none or
 * more than one, if several branches fit at the same time, and for a keyword without branches.
 */
function findIntendedBranch(
  { keyword, params, instancePath, schemaPath }: SchemaError,
  inner: ErrorsByBranch,
  root: JsonSchema,
) {
  if (keyword !== 'anyOf' && keyword !== 'oneOf') return undefined;
  if (Array.isArray(params.passingSchemas)) return undefined;
  const branches = new Set(asList(resolveReference(root, schemaPath ?? '')).map((_branch, index) => index));
  const open = [...branches].filter(
    (index) => !inner.get(index)?.some((error) => excludesBranch(error, instancePath)),
  );
  const begun = open.filter(
    (index) =>
      !inner.get(index)?.some((error) => error.keyword === 'required' && error.instancePath === instancePath),
  );
  const [only, ...others] = open.length > 1 ? begun : open;
  return others.length === 0 && only !== undefined && inner.has(only) ? only : undefined;
}

/**
 * Returns true for an error that excludes a branch: another type, another constant, or a property of another
 * branch. A required `true` does not exclude it, because the visitor may still tick the box. `place` is the
 * pointer of the value.
 */
function excludesBranch({ keyword, instancePath, params }: SchemaError, place: string): boolean {
  if (keyword === 'const') return params.allowedValue !== true;
  if (keyword === 'enum') return asList(params.allowedValues).join() !== 'true';
  return instancePath === place && excludingKeywords.has(keyword);
}

const excludingKeywords: ReadonlySet<string> = new Set([
  'type',
  'additionalProperties',
  'unevaluatedProperties',
  'false schema',
]);
