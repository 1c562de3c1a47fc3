/** Contact data of tickets (purchase §2 "After-sale forms"). */
export { TracePage as default } from "@/features/after-sale/trace";
