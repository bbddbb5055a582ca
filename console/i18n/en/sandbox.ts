export const english = {
  label: "Sandbox clock",
  time: "Sandbox time",
  nextDay: "Go to next day",
  moving: "Moving…",
  title: "Go to the next day?",
  text: "The time moves by 24 hours for everyone who uses this sandbox. Payments, refunds and bank files that become due are processed. You can’t move it back.",
  moved: "It is the next day.",
  unsettled: "It is the next day. Some work is still being done.",
};
