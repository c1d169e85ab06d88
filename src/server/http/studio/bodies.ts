import type { FastifyInstance } from 'fastify';
import { createShape, type ShapeFault, type ShapeSchema } from '../../platform/validate-shape.ts';

/**
 * Schemas of members of request bodies. If a member is absent, the route that needs it refuses the request
 * itself, with a message for people.
 */
export const textShape: ShapeSchema = { type: 'string' };
export const flagShape: ShapeSchema = { type: 'boolean' };
export const numberShape: ShapeSchema = { type: 'number' };
export const textListShape: ShapeSchema = { type: 'array', items: textShape };
/** Its items are validated by the route. */
export const listShape: ShapeSchema = { type: 'array', isPlainJson: true };
/** An object that is not nested too deeply and has no key `__proto__`. */
export const jsonShape: ShapeSchema = { type: 'object', isPlainJson: true };

/** The number of a version or of changes. Programs may send it as a string. */
export const countShape: ShapeSchema = { type: ['integer', 'string'], pattern: '^\\d{1,10}$', minimum: 0 };

/**
 * Returns route options that define the body: an object with these members, of which only the `required` ones
 * must exist. Other members are allowed.
 */
export function defineBody(
  properties: Readonly<Record<string, ShapeSchema>>,
  ...required: readonly string[]
): { readonly schema: { readonly body: ShapeSchema } } {
  return { schema: { body: { type: 'object', properties, required } } };
}

/** Route options for a route that reads no body, or validates it itself. */
export const anyBody = { schema: { body: {} } } as const;

/**
 * Route options for a route that passes its body as text to another program or thread, which validates it.
 */
export const plainJsonBody = { schema: { body: { isPlainJson: true } } } as const;

/** The error for a body that does not have the shape that its route defines. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
  /** The invalid top-level member of the body. Absent if the body itself is invalid. */
  readonly field: string | undefined;

  constructor({ pointer, reason }: ShapeFault) {
    super(`Cannot use this request: ${pointer === '' ? 'its body' : `"${pointer}" of its body`} ${reason}.`);
    this.field = pointer.split('/')[1];
  }
}

/**
 * Sets the validator for the bodies of a scope's routes; an invalid one throws `BadInput`. A missing body
 * counts as an empty object. A route with POST, PUT or PATCH that defines no body throws at the start of the
 * server.
 */
export function validateBodies(scope: FastifyInstance): void {
  scope.setValidatorCompiler<ShapeSchema>(({ schema }) => {
    const shape = createShape(schema);
    return (value: unknown) => {
      // A missing body counts as an empty object.
      const fault = shape.findFault(value ?? {});
      return fault === undefined ? { value } : { error: new BadInput(fault) };
    };
  });
  scope.addHook('onRoute', ({ method, url, schema }) => {
    const isChanging = [method].flat().some((one) => one === 'POST' || one === 'PUT' || one === 'PATCH');
    if (isChanging && schema?.body === undefined)
      throw new Error(`Cannot serve "${url}": it does not define its body`);
  });
}
