/** Order pages, and what someone new orders there. */
export {
  changeOrderPage as changePage,
  createOrderPage as createPage,
  deleteOrderPage as deletePage,
} from './pages.ts';
