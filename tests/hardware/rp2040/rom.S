/* What MicroPython asks of the RP2040's boot ROM, for the emulator: the header, the table of
   functions and the few of them that are called. Flash cannot be written here. */
        .syntax unified
        .cpu cortex-m0plus
        .thumb
        .text
        .word   0x20041f00, hang + 1, hang + 1, hang + 1
        .byte   'M', 'u', 1, 2
        .hword  functions, nothing, lookup + 1, 0
        .balign 4
functions:
        .byte   'M', 'S'
        .hword  fill + 1
        .byte   'S', '4'
        .hword  fill + 1
        .byte   'M', 'C'
        .hword  copy + 1
        .byte   'C', '4'
        .hword  copy + 1
        .byte   'P', '3'
        .hword  count_ones + 1
        .byte   'R', '3'
        .hword  reverse + 1
        .byte   'L', '3'
        .hword  leading_zeros + 1
        .byte   'T', '3'
        .hword  trailing_zeros + 1
        .byte   'I', 'F'
        .hword  done + 1
        .byte   'E', 'X'
        .hword  done + 1
        .byte   'R', 'E'
        .hword  done + 1
        .byte   'R', 'P'
        .hword  done + 1
        .byte   'F', 'C'
        .hword  done + 1
        .byte   'C', 'X'
        .hword  done + 1
        .byte   'U', 'B'
        .hword  hang + 1
nothing:
        .hword  0
        .balign 4

        .thumb_func
lookup:                                 /* r0 table, r1 code: the function's address, or 0 */
        ldrh    r2, [r0]
        cmp     r2, #0
        beq     2f
        cmp     r2, r1
        beq     1f
        adds    r0, #4
        b       lookup
1:      ldrh    r0, [r0, #2]
        bx      lr
2:      movs    r0, #0
        bx      lr

        .thumb_func
fill:                                   /* r0 to, r1 byte, r2 count */
        movs    r3, #0
1:      cmp     r3, r2
        beq     done
        strb    r1, [r0, r3]
        adds    r3, #1
        b       1b

        .thumb_func
copy:                                   /* r0 to, r1 from, r2 count */
        push    {r4, lr}
        movs    r3, #0
1:      cmp     r3, r2
        beq     2f
        ldrb    r4, [r1, r3]
        strb    r4, [r0, r3]
        adds    r3, #1
        b       1b
2:      pop     {r4, pc}

        .thumb_func
count_ones:
        movs    r1, #0
1:      cmp     r0, #0
        beq     2f
        subs    r2, r0, #1
        ands    r0, r2
        adds    r1, #1
        b       1b
2:      movs    r0, r1
        bx      lr

        .thumb_func
reverse:
        movs    r1, #0
        movs    r2, #32
1:      lsrs    r0, r0, #1
        adcs    r1, r1                  /* shifts left and brings in the bit that fell out */
        subs    r2, #1
        bne     1b
        movs    r0, r1
        bx      lr

        .thumb_func
leading_zeros:
        movs    r1, #0
1:      cmp     r1, #32
        beq     2f
        lsls    r0, r0, #1
        bcs     2f
        adds    r1, #1
        b       1b
2:      movs    r0, r1
        bx      lr

        .thumb_func
trailing_zeros:
        movs    r1, #0
1:      cmp     r1, #32
        beq     2f
        lsrs    r0, r0, #1
        bcs     2f
        adds    r1, #1
        b       1b
2:      movs    r0, r1
        bx      lr

        .thumb_func
done:
        bx      lr

        .thumb_func
hang:
        b       hang
