export {
  chooseDefaultReportView as chooseDefaultView,
  deleteReportView as deleteView,
  reportViewsOf as viewsOf,
  saveReportView as saveView,
} from './views.ts';
