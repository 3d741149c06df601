export { addListings as add, changeListing as change, removeListingOf as remove } from './edit.ts';
export { standingAsTyped } from '../directory/listed.ts';
