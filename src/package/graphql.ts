/** `slipway/graphql`: what a back end of one's own has to offer, as `slipway graphql` prints it (docs/own-back-end.md). */

export { operationsOf, sdlOf } from '#engine/sdl.ts';
