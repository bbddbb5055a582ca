import { index, route } from "@react-router/dev/routes";

export default [
  index("routes/home.jsx"),
  route("orders/:orderId", "routes/order.jsx"),
  route("orders/:orderId/status", "routes/order-status.js"),
  route("webhooks", "routes/webhooks.js"),
];
