/** Order pages, and what someone new orders there. */
export {
  changeOrderPage as changePage,
  createOrderPage as createPage,
  deleteOrderPage as deletePage,
} from './pages.ts';
export { payOrder as pay, tendOrder as tend } from './pay.ts';
export { signInBuyer as signIn } from './sign-in.ts';
export { beginOrder as start, prepareCard as cardSecret } from './start.ts';
