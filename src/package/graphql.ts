/**
 * `slipway/graphql`: the GraphQL schema and operations that a custom back end implements, as `slipway
 * graphql` prints them (docs/own-back-end.md).
 */

export { operationsOf, sdlOf } from '#engine/exchange/sdl.ts';
